import { randomUUID } from 'node:crypto';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent, reason, requestVisit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const items = '/operations/field-work-items';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const unpermitted = { status: 409, body: { errors: [{ field: 'assigneeId', code: 'permission_missing' }] } };

const create = (body: object, actor = operations.operator('triage')) =>
  operations.post(items, { actor, body: { requirementKey: 'identity', reason, ...body } });
const reassign = (id: string, assigneeId: string, actor = operations.operator('triage')) =>
  operations.post(`${items}/${id}/reassign`, { actor, body: { reason, assigneeId } });

test('Z3 assigns only operators who do field work and do not represent the provider', async () => {
  const { id, made } = await requestVisit(operations);
  const agent = await makeAgent(operations);
  const unknown = operations.operator('field-agent').userId;
  const reviewer = await makeAgent(operations, operations.operator('reviewer'));
  for (const assigneeId of [unknown, reviewer.userId])
    expect(await reassign(id, assigneeId)).toMatchObject(unpermitted);
  const assignment = { assignmentId: randomUUID(), providerId: made.providerId, userId: agent.userId };
  await operations.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  expect(await reassign(id, agent.userId)).toMatchObject(separation);
  await operations.deliver(representativeEnded, assignment);
  expect(await reassign(id, agent.userId)).toMatchObject(separation);
  const free = await makeAgent(operations);
  expect(await reassign(id, free.userId)).toMatchObject({ status: 200 });
  const own = { ...operations.operator('triage'), assignments: representative(made.providerId).assignments };
  expect(await reassign(id, agent.userId, own)).toMatchObject({ status: 404 });
  expect(await create({ caseId: made.caseId }, own)).toMatchObject(separation);
});
