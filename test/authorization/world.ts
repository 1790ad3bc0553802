import { createHash } from 'node:crypto';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import { Client, type Session } from '../../demo/client.ts';
import { documentFor, type Intent, openIntent, submitEvidence } from '../../demo/steps/evidence.ts';
import { createOverride, type Override } from '../../demo/steps/publication.ts';
import { claimReview, type OperatorCase } from '../../demo/steps/review.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, type Provider, readWorkspace, register } from '../../demo/steps/workspace.ts';
import { assignerOn } from '../assignments.ts';
import type { Platform } from '../platform.ts';
import { type ActorName, actorNames, actors } from './actors.ts';

export type World = {
  client: Client;
  platform: Platform;
  sessions: Record<ActorName, Session | undefined>;
  userIds: Record<'reviewer' | 'reviewer2', string>;
  ours: Provider;
  /** The only assignment with the role owner. */
  ownerAssignmentId: string;
  /** In review by `reviewer`, with all its evidence. */
  case: OperatorCase;
  openIntent: Intent;
  submittedIntentId: string;
  evidenceId: string;
  grant: Grant;
  override: Override;
  /** Requested by `supervisor`, never approved. */
  withdrawable: Override;
  /** Opened by `supervisor`; reviewers see neither. */
  escalationId: string;
  incidentId: string;
  /** Assigned to `field-agent`. */
  workItemId: string;
  exportId: string;
};
const reason = 'To test who may read it.';

export type Grant = { grantId: string; url: string };

export async function openWorld(platform: Platform): Promise<World> {
  // On a busy machine the platform may be overloaded; only the response to a retry counts.
  const client = new Client(platform.url, () => {}, { retryMs: 30_000 });
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
    client.expect<{ items: Intent[] }>(200, 'GET', '/provider-workspace/me/upload-intents', { as: owner }),
    intentOfSecondCase(client, owner, ours.id),
    createOverride(client, sessions.supervisor as Session, 'open'),
    createOverride(client, sessions.supervisor as Session, 'open'),
    client.expect<{ id: string }>(202, 'POST', '/account/export', { as: owner }),
    escalate(client, sessions.supervisor as Session, opened.id),
    openIncident(client, sessions.supervisor as Session),
  ]);
  const evidenceId = taken.requirements[0]?.evidence?.evidenceId ?? '';
  await platform.settled();
  const workItemId = await openWorkItem(client, sessions, taken);
  const { body: grant } = await client.expect<Grant>(
    201,
    'POST',
    `/verification-cases/${opened.id}/evidence/${evidenceId}/review-grants`,
    { as: reviewer, body: { reason: 'To compare the document with the register.' } },
  );
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
    openIntent: unsent,
    submittedIntentId: intents.body.items.find(({ state }) => state === 'submitted')?.id ?? '',
    evidenceId,
    grant,
    override,
    withdrawable,
    escalationId,
    incidentId,
    workItemId,
    exportId: exported.body.id,
  };
}

async function signInAll(client: Client): Promise<World['sessions']> {
  const entries = await Promise.all(
    actorNames.map(async (name): Promise<[ActorName, Session | undefined]> => {
      if (name === 'anonymous') return [name, undefined];
      const { kind } = actors[name].is;
      return [name, await signIn(client, kind === 'operator' ? `${name}@example.test` : newPhoneNumber())];
    }),
  );
  return Object.fromEntries(entries) as World['sessions'];
}

async function userId(client: Client, as: Session): Promise<string> {
  return (await client.expect<{ id: string }>(200, 'GET', '/account/profile', { as })).body.id;
}

async function ownerAssignment(client: Client, as: Session, { id }: Provider): Promise<string> {
  type Found = { items: { id: string; role: RepresentativeRole }[] };
  const { body } = await client.expect<Found>(200, 'GET', `/providers/${id}/representatives`, { as });
  return body.items.find(({ role }) => role === 'owner')?.id ?? '';
}

async function assignAll(
  client: Client,
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

async function escalate(client: Client, as: Session, caseId: string): Promise<string> {
  const body = { subject: { type: 'verification_case', id: caseId }, reasonCode: 'conflict_of_interest', reason };
  return (await client.expect<{ id: string }>(201, 'POST', '/operations/escalations', { as, body })).body.id;
}

async function openIncident(client: Client, as: Session): Promise<string> {
  const body = { severity: 'low', title: 'A test of the authorization', reason };
  return (await client.expect<{ id: string }>(201, 'POST', '/operations/incidents', { as, body })).body.id;
}

async function openWorkItem(client: Client, sessions: World['sessions'], on: OperatorCase): Promise<string> {
  const assigneeId = await userId(client, sessions['field-agent'] as Session);
  const body = { caseId: on.id, requirementKey: on.requirements[0]?.key, assigneeId, reason };
  const as = sessions.supervisor;
  return (await client.expect<{ id: string }>(201, 'POST', '/operations/field-work-items', { as, body })).body.id;
}

async function intentOfSecondCase(client: Client, owner: Session, providerId: string): Promise<Intent> {
  await client.expect(200, 'PUT', '/provider-workspace/me/services/plumber', { as: owner });
  const second = await awaitCase(client, owner, providerId, 'plumber');
  const [requirement] = second.requirements;
  if (!requirement) throw new Error('The second case asks for nothing.');
  return openIntent(client, owner, { caseId: second.id, requirement, document: documentFor(requirement) });
}

async function endSessions(client: Client, platform: Platform, { expired, revoked }: World['sessions']): Promise<void> {
  const hash = createHash('sha256')
    .update(expired?.accessToken ?? '')
    .digest();
  await platform.rows(
    'identity',
    "update access_token set expires_at = now() - interval '1 second' where token_hash = $1",
    [hash],
  );
  await client.expect(204, 'POST', '/auth/logout', { as: revoked });
}
