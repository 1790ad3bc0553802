import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { workNotificationRequested } from '@trust/contracts/events/any';
import { operatorPresent } from '@trust/contracts/events/identity';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { operatorPermissions } from '@trust/contracts/permissions';
import { expect, test } from 'vitest';
import { makeCase } from '../test/make.ts';
import {
  makeAgent,
  makeStarted,
  makeVisitable,
  move,
  requestVisit,
  schedule,
  submit,
} from '../test/make-field-work.ts';
import { type Operations, startOperations } from '../test/service.ts';
import { mostVoters } from './interventions/overrides/voters.ts';

const reason = 'Somebody must look at this today.';
const sent = (operations: Operations) => operations.emitted(workNotificationRequested.operations);
const notice = (template: string, userId: string, subjectType: string, subjectId: string) => ({
  userId,
  template,
  subjectType,
  subjectId,
});

async function requestOverride(operations: Operations, actor: Actor, body: object): Promise<string> {
  const { status, body: made } = await operations.post('/operations/overrides', { actor, body: { reason, ...body } });
  expect(status).toBe(201);
  return made.id;
}

test('tells an agent which visit another operator gave them, and nobody what they assigned to themselves', async () => {
  await using operations = await startOperations();
  const manager = operations.operator('triage');
  const [first, second] = [await makeAgent(operations), await makeAgent(operations)];
  const { caseId } = await makeVisitable(operations);
  const created = await operations.post('/operations/field-work-items', {
    actor: manager,
    body: { caseId, requirementKey: 'identity', assigneeId: first.userId, reason },
  });
  const given = notice('work_assigned', first.userId, 'field_work_item', created.body.id);
  expect(await sent(operations)).toEqual([given]);
  await schedule(operations, manager, created.body.id);
  expect(await sent(operations)).toEqual([given]);
  await operations.post(`/operations/field-work-items/${created.body.id}/reassign`, {
    actor: manager,
    body: { assigneeId: second.userId, reason },
  });
  const replaced = notice('work_assigned', second.userId, 'field_work_item', created.body.id);
  expect(await sent(operations)).toEqual([given, replaced]);

  const both = { permissions: [...operatorPermissions.triage, ...operatorPermissions['field-agent']] };
  const planner = await makeAgent(operations, { ...operations.operator('triage'), ...both });
  const { id } = await requestVisit(operations);
  expect(await schedule(operations, planner, id, planner.userId)).toMatchObject({ status: 200 });
  expect(await sent(operations)).toHaveLength(2);
});

test('tells the operator who gets an incident, and not the one who starts it', async () => {
  await using operations = await startOperations();
  const [manager, security] = [operations.operator('supervisor'), operations.operator('security')];
  await makeAgent(operations, security);
  const open = async () => {
    const body = { severity: 'low', title: 'Something happened', reason };
    return (await operations.post('/operations/incidents', { actor: manager, body })).body.id as string;
  };
  const [given, taken] = [await open(), await open()];
  const assign = { actor: manager, body: { assigneeId: security.userId, reason } };
  expect(await operations.post(`/operations/triage/incident/${given}/assign`, assign)).toMatchObject({ status: 200 });
  await operations.post(`/operations/incidents/${taken}/start`, { actor: security, body: { reason } });
  expect(await sent(operations)).toEqual([notice('work_assigned', security.userId, 'incident', given)]);
});

test('tells the agent that their results were returned, and nothing of an acceptance', async () => {
  await using operations = await startOperations();
  const { id, agent, manager } = await makeStarted(operations);
  const review = async (transition: string) => {
    const { body } = await submit(operations, agent, id);
    return move(operations, manager, id, transition, { submissionId: body.id });
  };
  const before = (await sent(operations)).length;
  expect(await review('return')).toMatchObject({ status: 200 });
  const returned = notice('visit_returned', agent.userId, 'field_work_item', id);
  expect((await sent(operations)).slice(before)).toEqual([returned]);
  await move(operations, agent, id, 'resume');
  expect(await review('accept')).toMatchObject({ status: 200 });
  expect((await sent(operations)).slice(before)).toEqual([returned]);
});

test('Z3 asks all who may vote, but neither the requester nor a representative of the provider', async () => {
  await using operations = await startOperations();
  const [requester, voter, owner] = [
    operations.operator('supervisor'),
    operations.operator('security'),
    operations.operator('supervisor'),
  ];
  for (const actor of [requester, voter, owner, operations.operator('reviewer')]) await makeAgent(operations, actor);
  const made = await makeCase(operations);
  const assignment = { assignmentId: randomUUID(), providerId: made.providerId, userId: owner.userId };
  await operations.deliver(representativeAssigned, { ...assignment, role: 'owner' });
  const block = { kind: 'case-reassignment-block', targetId: made.caseId, days: 3 };
  const id = await requestOverride(operations, requester, block);
  expect(await sent(operations)).toEqual([notice('vote_needed', voter.userId, 'override', id)]);
  const gate = await requestOverride(operations, requester, { kind: 'publication-gate', action: 'open' });
  const asked = (await sent(operations)).slice(1).map(({ userId, subjectId }) => [userId, subjectId]);
  expect(asked.sort()).toEqual([voter, owner].map(({ userId }) => [userId, gate]).sort());
});

test(`asks ${mostVoters} voters at most, those who are present first`, async () => {
  await using operations = await startOperations();
  for (let index = 0; index < mostVoters; index++) await makeAgent(operations, operations.operator('supervisor'));
  const last = { ...operations.operator('security'), userId: 'ffffffff-ffff-4fff-bfff-ffffffffffff' };
  await makeAgent(operations, last);
  const now = operations.clock.now;
  const endsAt = new Date(now.getTime() + 60_000).toISOString();
  await operations.deliver(operatorPresent, { userId: last.userId, endsAt, occurredAt: now.toISOString() });
  await requestOverride(operations, operations.operator('supervisor'), { kind: 'publication-gate', action: 'open' });
  const asked = (await sent(operations)).map(({ userId }) => userId);
  expect(asked).toHaveLength(mostVoters);
  expect(asked[0]).toBe(last.userId);
});
