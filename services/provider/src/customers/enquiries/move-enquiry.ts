import type { Actor, Assignment } from '@trust/contracts/actor';
import { notificationRequested, type notificationTemplates } from '@trust/contracts/events/any';
import { enquiryChanged } from '@trust/contracts/events/customers';
import { representativePermissions } from '@trust/contracts/permissions';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Db, Trx } from '../../app.ts';
import { isSuspended } from '../../from-other-services/emergency-actions/queries.ts';
import { isHeld } from '../../from-other-services/publication/queries.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { findAssignments } from '../../registration/representatives/queries.ts';
import { type EnquiryRow, lockEnquiry, updateEnquiry } from './queries.ts';
import { type EnquirySide, type EnquiryState, stateAt, transitions } from './states.ts';

type Change = Parameters<typeof updateEnquiry>[3];

/** The enquiry of this provider, locked; 404 for another's. */
export async function lockOwnEnquiry(trx: Trx, id: string, providerId: string): Promise<EnquiryRow> {
  const row = await lockEnquiry(trx, id);
  if (row?.provider_id !== providerId) throw notFound();
  return row;
}

export function assertCanBecome(to: EnquiryState, from: EnquiryRow, at: Date): void {
  const state = stateAt(from, at);
  if (transitions[state].includes(to)) return;
  const isEarly = state === 'sent' && to === 'handed_off';
  throw conflict({
    en: `The enquiry is \`${state}\` and cannot become \`${to}\`. ${isEarly ? 'Accept it first' : 'Read it again'}.`,
    fr: `La demande est dans l’état \`${state}\` et ne peut pas passer à \`${to}\`. ${isEarly ? 'Acceptez-la d’abord' : 'Relisez-la'}.`,
  });
}

export async function moveEnquiry(
  trx: Trx,
  from: EnquiryRow,
  { to, at, change = {} }: { to: EnquiryState; at: Date; change?: Change },
): Promise<void> {
  assertCanBecome(to, from, at);
  await updateEnquiry(trx, from.id, to, change);
  await announceEnquiry(trx, { ...from, state: to }, at);
}

export function announceEnquiry(trx: Trx, row: EnquiryRow, at: Date): Promise<void> {
  return emit(trx, enquiryChanged, {
    enquiryId: row.id,
    providerId: row.provider_id,
    categoryKey: row.category_key,
    state: row.state,
    occurredAt: at.toISOString(),
  });
}

/** Operators stop a provider to protect customers, so it gets no further contact of one and writes to none. */
export async function assertNotStopped(trx: Trx, providerId: string, at: Date): Promise<void> {
  const provider = await findProvider(trx, providerId);
  const isStopped = provider?.state === 'suspended' || provider?.publication === 'withheld';
  if (isStopped || (await isHeld(trx, providerId)) || (await isSuspended(trx, providerId, at)))
    throw conflict({
      en: 'Operators have suspended or withheld the provider. Decline or close the enquiry, or wait until that ends.',
      fr: 'Les opérateurs ont suspendu le prestataire ou retenu sa publication. Déclinez ou fermez la demande, ou attendez la fin de cette mesure.',
    });
}

/** Ids only: no text and no contact (promise E9). */
export function notifySide(
  trx: Trx,
  { id, customer_id, provider_id, category_key }: EnquiryRow,
  side: EnquirySide,
  template: (typeof notificationTemplates)[number],
): Promise<void> {
  return emit(trx, notificationRequested.provider, {
    userId: side === 'customer' ? customer_id : null,
    providerId: side === 'provider' ? provider_id : null,
    template,
    data: { enquiryId: id, categoryKey: category_key },
  });
}

type Parties = { customer_id: string; provider_id: string };

/** Throws 404 for everybody but the two sides. A representative acts for the selected workspace. */
export async function sideOf(
  db: Db,
  actor: Pick<Actor, 'userId' | 'workspaceProviderId'>,
  parties: Parties | undefined,
): Promise<EnquirySide> {
  if (!parties) throw notFound();
  if (parties.customer_id === actor.userId) return 'customer';
  const assignments = await findAssignments(db, actor.userId);
  const own = assignments.find(({ providerId }) => providerId === parties.provider_id);
  if (!own || isOther(actor.workspaceProviderId, own, assignments)) throw notFound();
  if (actor.workspaceProviderId !== own.providerId && assignments.length > 1) throw new Problem('ambiguous-assignment');
  if (!representativePermissions[own.role].includes('provider.enquiries.manage')) throw new Problem('forbidden');
  return 'provider';
}

/** Another workspace is selected. A selection whose assignment has ended counts as none. */
function isOther(selected: string | undefined, own: Assignment, assignments: readonly Assignment[]): boolean {
  return selected !== own.providerId && assignments.some(({ providerId }) => providerId === selected);
}
