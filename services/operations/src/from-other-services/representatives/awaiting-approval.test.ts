import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { workNotificationRequested } from '@trust/contracts/events/any';
import { moderationRequested } from '@trust/contracts/events/customers';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import {
  invitationAwaitingApproval,
  representativeAssigned,
  representativeEnded,
} from '@trust/contracts/events/representatives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitApproval } from '../../../test/await-approval.ts';
import { type Case, makeCase, makeLabels } from '../../../test/make.ts';
import { makeAgent } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The two documents name different people.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const week = 7 * 86_400_000;

const headers = () => ({ 'idempotency-key': randomUUID() });
const post = (actor: Actor, path: string, body: object) =>
  operations.post(`/operations/${path}`, { actor, headers: headers(), body: { reason, ...body } });

const awaits = (actor: Actor, providerId: string) => awaitApproval(operations, actor, providerId);

async function makeWork() {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  return made;
}

const hold = ({ providerId }: { providerId: string }) => ({ severity: 'low', title: 'Wrong person', providerId });
const escalation = ({ caseId: id }: Case) => ({
  subject: { type: 'verification_case', id },
  reasonCode: 'second_opinion',
});

test('Z3 an operator whose acceptance awaits approval opens nothing about the provider', async () => {
  const made = await makeWork();
  const { caseId, providerId } = made;
  const supervisor = operations.operator('supervisor');
  const security = operations.operator('security');
  const triage = operations.operator('triage');
  for (const actor of [supervisor, security, triage]) await awaits(actor, providerId);
  const block = { kind: 'case-reassignment-block', targetId: caseId, days: 2 };
  const listing = { kind: 'suspend_provider_listing', targetId: providerId };
  const visit = { caseId, requirementKey: 'identity' };
  const opens = [
    [supervisor, 'overrides', block],
    [supervisor, 'incidents', hold(made)],
    [triage, 'escalations', escalation(made)],
    [triage, 'field-work-items', visit],
    [security, 'emergency-actions', listing],
  ] as const;
  for (const [actor, path, body] of opens) {
    expect(await post(actor, path, body), path).toMatchObject(separation);
    const other = { ...actor, userId: randomUUID() };
    expect(await post(other, path, body), path).toMatchObject({ status: 201 });
  }
});

test('Z3 an operator whose acceptance awaits approval decides nothing about the provider', async () => {
  const made = await makeWork();
  const { caseId, providerId } = made;
  const [supervisor, security] = [operations.operator('supervisor'), operations.operator('security')];
  const other = operations.operator('supervisor');
  const opened = async (actor: Actor, path: string, body: object) => (await post(actor, path, body)).body.id as string;
  const override = await opened(other, 'overrides', { kind: 'case-reassignment-block', targetId: caseId, days: 2 });
  const [incident, started] = [
    await opened(other, 'incidents', hold(made)),
    await opened(other, 'incidents', hold(made)),
  ];
  const escalated = await opened(other, 'escalations', escalation(made));
  await post(other, `incidents/${started}/start`, {});
  const action = await opened(operations.operator('security'), 'emergency-actions', {
    kind: 'suspend_provider_listing',
    targetId: providerId,
  });
  const occurredAt = operations.clock.now.toISOString();
  const subjectId = randomUUID();
  const asked = {
    requestId: randomUUID(),
    subjectId,
    round: 1,
    isAppeal: false,
    providerId,
    categoryKey: 'electrician',
  };
  await operations.deliver(moderationRequested, {
    ...asked,
    ...{ kind: 'name', reasonCode: 'pending', involvedIds: [], readyAt: occurredAt, occurredAt },
  });
  operations.advanceClock(60);
  for (const actor of [supervisor, security]) await awaits(actor, providerId);
  const decides = [
    [supervisor, `overrides/${override}/approvals`, { decision: 'approve' }],
    [supervisor, `incidents/${incident}/start`, {}],
    [supervisor, `incidents/${started}/resolve`, {}],
    [supervisor, `escalations/${escalated}/start`, {}],
    [supervisor, `name-moderations/${subjectId}/decisions`, { outcome: 'approved', reasonCode: 'complies' }],
    [security, `emergency-actions/${action}/lift`, {}],
  ] as const;
  for (const [actor, path, body] of decides) expect(await post(actor, path, body), path).toMatchObject(separation);
  expect(await post(other, `incidents/${started}/resolve`, {})).toMatchObject({ status: 200 });
});

test('Z3 an operator whose acceptance awaits approval gets no work on the provider, also afterwards', async () => {
  const made = await makeWork();
  const { caseId, providerId } = made;
  const assignee = await makeAgent(operations, operations.operator('supervisor'));
  const voter = await makeAgent(operations, operations.operator('supervisor'));
  const { body } = await post(operations.operator('triage'), 'escalations', escalation(made));
  await awaits(assignee, providerId);
  const other = operations.operator('supervisor');
  await post(other, 'overrides', { kind: 'case-reassignment-block', targetId: caseId, days: 2 });
  const asked = (await operations.emitted(workNotificationRequested.operations)).map(({ userId }) => userId);
  expect(asked).toContain(voter.userId);
  expect(asked).not.toContain(assignee.userId);
  const assign = (assigneeId: string) =>
    post(operations.operator('triage'), `triage/escalation/${body.id}/assign`, { assigneeId });
  expect(await assign(assignee.userId)).toMatchObject(separation);
  operations.advanceClock(week / 1000);
  expect(await assign(assignee.userId)).toMatchObject(separation);
  const free = await makeAgent(operations, operations.operator('supervisor'));
  expect(await assign(free.userId)).toMatchObject({ status: 200 });
});

test('Z3 an operator whose acceptance awaits approval does not judge a pair with the provider', async () => {
  const [providerId, otherProviderId] = [(await makeWork()).providerId, (await makeWork()).providerId];
  const occurredAt = operations.clock.now.toISOString();
  await operations.deliver(possibleDuplicateFound, { providerId, otherProviderId, same: ['contact'], occurredAt });
  const { id } = await operations.db
    .selectFrom('possible_duplicate')
    .select('id')
    .where('provider_id', 'in', [providerId, otherProviderId])
    .executeTakeFirstOrThrow();
  for (const awaited of [providerId, otherProviderId]) {
    const actor = operations.operator('supervisor');
    await awaits(actor, awaited);
    expect(await post(actor, `possible-duplicates/${id}/review`, { outcome: 'distinct' })).toMatchObject(separation);
  }
  const other = operations.operator('supervisor');
  expect((await post(other, `possible-duplicates/${id}/review`, { outcome: 'distinct' })).status).toBe(200);
});

test('Z3 agent and manager change no field work on the provider while their acceptance awaits approval', async () => {
  const { caseId, providerId } = await makeWork();
  const agent = await makeAgent(operations);
  const triage = operations.operator('triage');
  const item = { caseId, requirementKey: 'identity', assigneeId: agent.userId };
  const { body } = await post(triage, 'field-work-items', item);
  for (const actor of [agent, triage]) await awaits(actor, providerId);
  const transition = { transition: 'cannot_complete', obstacle: 'nobody_present' };
  const path = `field-work-items/${body.id}`;
  expect(await post(agent, `${path}/transitions`, transition)).toMatchObject(separation);
  expect(await post(triage, `${path}/cancel`, { reasonCode: 'not_needed' })).toMatchObject(separation);
  const exposes = { exactLocation: false, personalData: false, documentContent: false, otherPersons: false };
  const submission = {
    id: randomUUID(),
    kind: 'draft',
    visitedOn: '2026-01-02',
    summary: 'The workshop exists.',
  };
  expect(
    await post(agent, `${path}/submissions`, {
      ...submission,
      observations: [{ key: 'workshop_present', result: 'confirmed' }],
      exposes,
    }),
  ).toMatchObject(separation);
});

test('Z3 a wait for approval ends with the invitation', async () => {
  const made = await makeWork();
  const supervisor = operations.operator('supervisor');
  await awaits(supervisor, made.providerId);
  operations.advanceClock(week / 1000 - 1);
  const open = () => post({ ...operations.operator('supervisor'), userId: supervisor.userId }, 'incidents', hold(made));
  expect(await open()).toMatchObject(separation);
  operations.advanceClock(1);
  expect(await open()).toMatchObject({ status: 201 });
});

test('Z3 the assignment follows the wait, in either order of events, and its end is final', async () => {
  const { providerId } = await makeWork();
  const actor = operations.operator('supervisor');
  const rowOf = async (id: string) => {
    const { provider_id, user_id, ...row } = await operations.db
      .selectFrom('representative')
      .selectAll()
      .where('assignment_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([provider_id, user_id]).toEqual([providerId, actor.userId]);
    return row;
  };
  const waited = await awaits(actor, providerId);
  const { invitationId: assignmentId } = waited;
  expect(await rowOf(assignmentId)).toMatchObject({ ended_at: new Date(waited.expiresAt), is_awaiting: true });
  const assignment = { assignmentId, providerId, userId: actor.userId };
  const open = { assignment_id: assignmentId, ended_at: null, is_awaiting: false };
  for (const deliver of [
    () => operations.deliver(representativeAssigned, { ...assignment, role: 'manager' }),
    () => operations.deliver(invitationAwaitingApproval, waited),
  ]) {
    await deliver();
    expect(await rowOf(assignmentId)).toEqual(open);
  }
  await operations.deliver(representativeEnded, assignment);
  const ended = await rowOf(assignmentId);
  expect(ended).toMatchObject({ ended_at: expect.any(Date), is_awaiting: false });
  await operations.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  await operations.deliver(invitationAwaitingApproval, waited);
  expect(await rowOf(assignmentId)).toEqual(ended);
});
