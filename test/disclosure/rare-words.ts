import type { Session } from '../../demo/client.ts';
import type { World } from '../authorization/world.ts';
import { canaryReason, canaryText, successStatuses } from './canary-values.ts';

/** What people type seldom, and the other tests do not. */
export async function typeRareWords(world: World, security2: Session): Promise<void> {
  const { client, platform, sessions, ours, case: of } = world;
  const post = async (as: Session | undefined, path: string, body: object) =>
    (await client.expectOneOf<{ id: string }>(successStatuses, 'POST', `/operations/${path}`, { as, body })).body;
  const { supervisor, security } = sessions;
  const member = await client.as(sessions.member as Session).api.getAccountProfile();
  const subject = { type: 'verification_case', id: of.id };
  const opened = { severity: 'low', title: canaryText('an incident'), reason: canaryReason('an incident') };
  for (const [what, body] of [
    ['escalations', { subject, reasonCode: 'policy_unclear', reason: canaryReason('an escalation') }],
    ['incidents', opened],
  ] as const) {
    const { id } = await post(supervisor, what, body);
    await post(supervisor, `${what}/${id}/start`, { reason: canaryReason(`I start ${what}`) });
    await post(supervisor, `${what}/${id}/resolve`, { reason: canaryReason(`I resolve ${what}`) });
  }
  // The other one has acted on this listing before.
  const target = { kind: 'suspend_provider_listing', targetId: ours.id, reason: canaryReason('an emergency') };
  const { id: actionId } = await post(security2, 'emergency-actions', target);
  await post(security, `emergency-actions/${actionId}/lift`, { reason: canaryReason('no emergency') });
  const judged = { outcome: 'justified', reason: canaryReason('it was one') };
  await post(security, `emergency-actions/${actionId}/review`, judged);
  // What was done to the listing arrives, and puts its pairs in question again.
  await platform.settled();
  await platform.rows(
    'operations',
    `insert into possible_duplicate (provider_id, other_provider_id)
     select $1::uuid, provider_id from provider_label where provider_id <> $1 on conflict do nothing`,
    [ours.id],
  );
  const [pair] = await platform.rows<{ id: string; in_question_at: Date | null }>(
    'operations',
    "select id, nullif(in_question_at, '-infinity') as in_question_at from possible_duplicate where id not in (select duplicate_id from duplicate_review) limit 1",
  );
  const inQuestionAt = pair?.in_question_at?.toISOString();
  const distinct = { outcome: 'distinct', reason: canaryReason('no duplicate'), ...(inQuestionAt && { inQuestionAt }) };
  await post(supervisor, `possible-duplicates/${pair?.id}/review`, distinct);
  const role = { userId: member.id, role: 'auditor', workName: canaryText('a name'), reason: canaryReason('a role') };
  const { id: requestId } = await post(security, 'role-requests', role);
  const approval = { decision: 'approve', reason: canaryReason('I approve') };
  await post(security2, `role-requests/${requestId}/approvals`, approval);
  await platform.rows('identity', "update session set device_browser = 'Firefox', device_system = 'Linux'");
}
