import type { Actor } from '@trust/contracts/actor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent, requestVisit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'Somebody must look at this today.';
const refused = { status: 401, body: { type: 'http://trust.test/problems/step-up-required' } };
const stale = (actor: Actor): Actor => ({
  ...actor,
  authenticatedAt: Math.floor(operations.clock.now.getTime() / 1000) - 300,
});

test('Z1 giving field work to somebody else needs a sign-in of the last five minutes', async () => {
  const { id, made } = await requestVisit(operations);
  const [manager, agent] = [operations.operator('triage'), await makeAgent(operations)];
  const items = '/operations/field-work-items';
  const times = { startsAt: '2026-01-06T09:00:00.000Z', endsAt: '2026-01-06T11:00:00.000Z' };
  const schedule = (actor: Actor, assigneeId?: string) =>
    operations.post(`${items}/${id}/transitions`, {
      actor,
      body: { transition: 'schedule', reason, ...times, assigneeId },
    });
  expect(await schedule(stale(manager), agent.userId)).toMatchObject(refused);
  expect((await schedule(manager, agent.userId)).status).toBe(200);
  const create = { caseId: made.caseId, requirementKey: 'licence', assigneeId: agent.userId, reason };
  expect(await operations.post(items, { actor: stale(manager), body: create })).toMatchObject(refused);
});

test('Z1 giving an incident to somebody else needs a sign-in of the last five minutes, taking it does not', async () => {
  const supervisor = await makeAgent(operations, operations.operator('supervisor'));
  const other = await makeAgent(operations, operations.operator('supervisor'));
  const body = { severity: 'low', title: 'Something happened', reason };
  const { id } = (await operations.post('/operations/incidents', { actor: supervisor, body })).body;
  const assign = (assigneeId?: string) =>
    operations.post(`/operations/triage/incident/${id}/assign`, {
      actor: stale(supervisor),
      body: { reason, assigneeId },
    });
  for (const assigneeId of [other.userId, undefined]) expect(await assign(assigneeId)).toMatchObject(refused);
  expect((await assign(supervisor.userId)).status).toBe(200);
});
