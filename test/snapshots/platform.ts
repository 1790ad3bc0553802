import { subscriptions as evidenceSubscriptions } from '../../services/evidence/src/subscriptions.ts';
import { startEvidence } from '../../services/evidence/test/service.ts';
import { subscriptions as identitySubscriptions } from '../../services/identity/src/subscriptions.ts';
import { startIdentity } from '../../services/identity/test/service.ts';
import { subscriptions as operationsSubscriptions } from '../../services/operations/src/subscriptions.ts';
import { startOperations } from '../../services/operations/test/service.ts';
import { subscriptions as providerSubscriptions } from '../../services/provider/src/subscriptions.ts';
import { startProvider } from '../../services/provider/test/service.ts';
import { subscriptions as verificationSubscriptions } from '../../services/verification/src/subscriptions.ts';
import { startVerification } from '../../services/verification/test/service.ts';
import { subscriptions as webhooksSubscriptions } from '../../services/webhooks/src/subscriptions.ts';
import { startWebhooks } from '../../services/webhooks/test/service.ts';
import { carrierTo } from './carry-events.ts';

export const subscriptionsOf = {
  identity: identitySubscriptions,
  provider: providerSubscriptions,
  evidence: evidenceSubscriptions,
  verification: verificationSubscriptions,
  operations: operationsSubscriptions,
  webhooks: webhooksSubscriptions,
};

// The expiry of a case is announced at the end of its window, not when it was recorded.
const heardAt = (...columns: string[]) => columns;

/** Each service projects these tables from others; the columns listed are not compared. */
export const projections: Readonly<Record<keyof typeof subscriptionsOf, Record<string, string[]>>> = {
  identity: { assignment: [], operator_duty: [], emergency_action: [] },
  provider: {
    case_projection: heardAt('changed_at'),
    evidence_projection: [],
    claim: [],
    claim_version: ['position'],
    publication_gate: [],
    // A snapshot of a released hold does not say when it began.
    publication_hold: heardAt('changed_at', 'held_at'),
    emergency_action: [],
    upload_consent: [],
    verified_contacts: heardAt('changed_at'),
    refusal_projection: [],
    public_media: [],
    awaiting_representative: [],
    visit_agent: [],
    operator_name: [],
  },
  evidence: {
    requirement: [],
    service_selection: [],
    verification_case: heardAt('known_at'),
    case_assignee: [],
    claim: [],
    upload_consent: [],
    legal_hold: [],
    field_work_assignment: [],
    provider_publication: [],
    listing_suspension: [],
    case_freeze: [],
    ended_subject: [],
  },
  verification: {
    operator: [],
    provider: [],
    representative: [],
    requirement_version: [],
    requirement: [],
    requirement_method: [],
    limitation_text: [],
    service_selection: [],
    claim_subject: [],
    emergency_action: [],
  },
  operations: {
    requirement_version: [],
    provider_label: [],
    provider_service: [],
    claim: [],
    evidence_version: [],
    upload_intent: [],
    // Providers do not record when a duplicate was found.
    possible_duplicate: ['found_at', 'due_at'],
    provider_measure: [],
    triage_case: [],
    operator: [],
    representative: [],
    field_photo: [],
    // Operations creates it for a visit, under an id of its own.
    field_work_item: ['id'],
  },
  webhooks: { representative: [] },
};

/** Tables that events fill and that are no projection: of the kit, the cases that verification opens, and the moderations that operations decides. */
export const notCompared = [
  ...['aggregate_sequence', 'audit_announced', 'inbox', 'inbox_position', 'outbox'],
  ...['case_requirement', 'case_revision', 'timeline_entry', 'verification_case'],
  'moderation',
  // Claims of 15 minutes and what was shown in the last one: nobody asks for earlier ones.
  ...['case_claim', 'free_sighting'],
  // Cases announce it; verification records it.
  'lost_duty',
  // Counts for 30 minutes; without it the reviewer steps up again.
  'held_step_up',
];

/** All consumers, empty. */
export async function startConsumersOfAll() {
  await using stack = new AsyncDisposableStack();
  const services = {
    identity: stack.use(await startIdentity()),
    provider: stack.use(await startProvider()),
    evidence: stack.use(await startEvidence()),
    verification: stack.use(await startVerification()),
    operations: stack.use(await startOperations()),
    webhooks: stack.use(await startWebhooks()),
  };
  const carriers = Object.entries(services).map(([name, service]) =>
    carrierTo(name, service as never, subscriptionsOf[name as keyof typeof subscriptionsOf] as never),
  );
  const owned = stack.move();
  return { services, carriers, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
