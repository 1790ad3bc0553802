import { createHash, randomUUID } from 'node:crypto';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import { eventually, type Session } from '../../demo/client.ts';
import { documentFor, openIntent, submitEvidence } from '../../demo/steps/evidence.ts';
import { createOverride } from '../../demo/steps/publication.ts';
import { claimReview } from '../../demo/steps/review.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, readWorkspace, register } from '../../demo/steps/workspace.ts';
import type { OperatorCase, Override, Provider, ReviewGrant, UploadIntent } from '../../packages/client/src/client.ts';
import { assignerOn } from '../assignments.ts';
import type { Platform } from '../platform.ts';
import { RawClient } from '../raw-client.ts';
import { type ActorName, actorNames, actors } from './actors.ts';
import { openVisitedCase } from './work-item.ts';

export type World = {
  client: RawClient;
  platform: Platform;
  sessions: Record<ActorName, Session | undefined>;
  userIds: Record<'reviewer' | 'reviewer2', string>;
  ours: Provider;
  /** The only assignment with the role owner. */
  ownerAssignmentId: string;
  /** In review by `reviewer`, with all its evidence. */
  case: OperatorCase;
  /** `owner` withdrew it, and it is of another service of `ours`. */
  withdrawnCaseId: string;
  openIntent: UploadIntent;
  submittedIntentId: string;
  evidenceId: string;
  grant: ReviewGrant;
  override: Override;
  /** Requested by `supervisor`, never approved. */
  withdrawable: Override;
  /** Opened by `supervisor`; reviewers see neither. */
  escalationId: string;
  incidentId: string;
  /** On the listing of the stranger's provider, which was never published. */
  emergencyActionId: string;
  /** In review by `reviewer`. */
  visitedCaseId: string;
  /** Of `visitedCaseId`, assigned to `field-agent`. */
  workItemId: string;
  exportId: string;
  /** `owner` received it. */
  notificationId: string;
  /** Started by `owner` and declined. */
  paymentIntentId: string;
  /** Opened by `owner`, never confirmed. */
  mediaId: string;
};
const reason = 'To test who may read it.';

export async function openWorld(platform: Platform): Promise<World> {
  // On a busy machine the platform may be overloaded; only the response to a retry counts.
  const client = new RawClient(platform.url, () => {}, { retryMs: 30_000 });
  const sessions = await signInAll(client);
  const owner = sessions.owner as Session;
  const [ours, other] = await Promise.all([
    register(client, owner, 'Lumière'),
    register(client, sessions.stranger as Session, 'Another'),
  ]);
  await assignAll(client, platform, sessions, ours, other);
  await completeWorkspace(client, owner);
  const opened = await awaitCase(client, owner, ours.id);
  await submitEvidence(client, owner, opened);
  const reviewer = sessions.reviewer as Session;
  const [taken, intents, unsent, override, withdrawable, exported, escalationId, incidentId] = await Promise.all([
    claimReview(client, reviewer, opened.id),
    client.as(owner).api.listUploadIntents(),
    intentOfSecondCase(client, owner, ours.id),
    createOverride(client, sessions.supervisor as Session, 'open'),
    createOverride(client, sessions.supervisor as Session, 'open'),
    client.as(owner).api.createDataExport(),
    escalate(client, sessions.supervisor as Session, opened.id),
    openIncident(client, sessions.supervisor as Session),
  ]);
  const evidenceId = taken.requirements[0]?.evidence?.evidenceId ?? '';
  await platform.settled();
  const emergencyActionId = await suspendListing(client, sessions.security as Session, other.id);
  const { visitedCaseId, workItemId } = await openVisitedCase(client, ours.id, {
    owner,
    reviewer,
    supervisor: sessions.supervisor as Session,
    agent: sessions['field-agent'] as Session,
  });
  const paymentIntentId = await declinedPayment(client, owner);
  const mediaId = await openMedia(client, owner);
  const grant = await client.as(reviewer).api.createReviewGrant({
    params: { path: { caseId: opened.id, evidenceId } },
    body: { reason: 'To compare the document with the register.' },
  });
  // Keeps all sign-ins recent. All came from one address, so limits are reset.
  await platform.rows('identity', "update session set authenticated_at = now() + interval '1 hour'");
  await platform.resetCodeLimits();
  await platform.rows(
    'identity',
    "insert into legal_hold (id, person_id, reason, placed_at) select gen_random_uuid(), id, 'Prevents erasures in this test', now() from person",
  );
  await platform.rows(
    'evidence',
    'insert into legal_hold (person_id, placed_at) select distinct uploaded_by, now() from evidence_version',
  );
  await endSessions(client, platform, sessions);
  return {
    client,
    platform,
    sessions,
    userIds: {
      reviewer: await userId(client, reviewer),
      reviewer2: await userId(client, sessions.reviewer2 as Session),
    },
    ours,
    ownerAssignmentId: await ownerAssignment(client, owner, ours),
    case: taken,
    withdrawnCaseId: await withdrawnCase(client, owner, ours.id),
    openIntent: unsent,
    submittedIntentId: intents.items.find(({ state }) => state === 'submitted')?.id ?? '',
    evidenceId,
    grant,
    override,
    withdrawable,
    escalationId,
    incidentId,
    emergencyActionId,
    visitedCaseId,
    workItemId,
    exportId: exported.id,
    paymentIntentId,
    mediaId,
    notificationId: (await client.as(owner).api.listNotifications()).items[0]?.id ?? '',
  };
}

async function signInAll(client: RawClient): Promise<World['sessions']> {
  const entries = await Promise.all(
    actorNames.map(async (name): Promise<[ActorName, Session | undefined]> => {
      if (name === 'anonymous') return [name, undefined];
      const { kind } = actors[name].is;
      return [name, await signIn(client, kind === 'operator' ? `${name}@example.test` : newPhoneNumber())];
    }),
  );
  return Object.fromEntries(entries) as World['sessions'];
}

async function userId(client: RawClient, as: Session): Promise<string> {
  return (await client.as(as).api.getAccountProfile()).id;
}

async function ownerAssignment(client: RawClient, as: Session, { id }: Provider): Promise<string> {
  const { items } = await client.as(as).api.listRepresentatives({ params: { path: { providerId: id } } });
  return items.find(({ role }) => role === 'owner')?.id ?? '';
}

async function assignAll(
  client: RawClient,
  platform: Platform,
  sessions: World['sessions'],
  ours: Provider,
  other: Provider,
): Promise<void> {
  await using assigning = assignerOn(platform);
  const assign = async (name: ActorName, { id: providerId }: Provider, role: RepresentativeRole) => {
    const assigned = { providerId, userId: await userId(client, sessions[name] as Session), role };
    await assigning.assign(assigned);
    return assigned;
  };
  await assign('manager', ours, 'manager');
  await assign('contributor', ours, 'contributor');
  await assign('several', ours, 'manager');
  await assign('several', other, 'manager');
  const ended = await assign('ended', ours, 'manager');
  await assigning.end(ended);
  await platform.settled();
  await Promise.all(
    (['owner', 'manager', 'contributor', 'stranger'] as const).map((name) =>
      readWorkspace(client, sessions[name] as Session),
    ),
  );
}

async function escalate(client: RawClient, as: Session, caseId: string): Promise<string> {
  const body = { subject: { type: 'verification_case', id: caseId }, reasonCode: 'conflict_of_interest', reason };
  return (await client.expect<{ id: string }>(201, 'POST', '/operations/escalations', { as, body })).body.id;
}

async function openIncident(client: RawClient, as: Session): Promise<string> {
  const body = { severity: 'low', title: 'A test of the authorization', reason };
  return (await client.expect<{ id: string }>(201, 'POST', '/operations/incidents', { as, body })).body.id;
}

async function declinedPayment(client: RawClient, as: Session): Promise<string> {
  const body = { planKey: 'sandbox-declined' };
  const headers = { 'idempotency-key': randomUUID() };
  const { id } = (await client.expect<{ id: string }>(201, 'POST', '/payments/intents', { as, body, headers })).body;
  await eventually('the declined payment', async () => {
    const { state } = (await client.expect<{ state: string }>(200, 'GET', `/payments/intents/${id}`, { as })).body;
    return state === 'failed' || undefined;
  });
  return id;
}

async function openMedia(client: RawClient, as: Session): Promise<string> {
  const file = { mediaType: 'image/jpeg', sizeBytes: 2048, sha256: 'a'.repeat(64) };
  const body = { clientIntentKey: randomUUID(), kind: 'profile', alt: 'Somebody at work', ...file };
  return (await client.expect<{ id: string }>(201, 'POST', '/provider-workspace/me/media', { as, body })).body.id;
}

async function suspendListing(client: RawClient, as: Session, targetId: string): Promise<string> {
  const body = { kind: 'suspend_provider_listing', targetId, reason };
  return (await client.expect<{ id: string }>(201, 'POST', '/operations/emergency-actions', { as, body })).body.id;
}

async function intentOfSecondCase(client: RawClient, owner: Session, providerId: string): Promise<UploadIntent> {
  await client.as(owner).api.putService({ params: { path: { categoryKey: 'plumber' } } });
  const second = await awaitCase(client, owner, providerId, 'plumber');
  const [requirement] = second.requirements;
  if (!requirement) throw new Error('The second case asks for nothing.');
  return openIntent(client, owner, { caseId: second.id, requirement, document: documentFor(requirement) });
}

async function withdrawnCase(client: RawClient, as: Session, providerId: string): Promise<string> {
  await client.as(as).api.putService({ params: { path: { categoryKey: 'home-care' } } });
  const { id } = await awaitCase(client, as, providerId, 'home-care');
  await client.expect(200, 'POST', `/verification-cases/${id}/withdraw`, { as, body: {} });
  return id;
}

async function endSessions(
  client: RawClient,
  platform: Platform,
  { expired, revoked }: World['sessions'],
): Promise<void> {
  const hash = createHash('sha256')
    .update(expired?.accessToken ?? '')
    .digest();
  await platform.rows(
    'identity',
    "update access_token set expires_at = now() - interval '1 second' where token_hash = $1",
    [hash],
  );
  await client.as(revoked as Session).api.logout();
}
