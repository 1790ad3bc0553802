import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { fieldWorkAssignmentChanged } from '@trust/contracts/events/field-work';
import { operatorPresent } from '@trust/contracts/events/identity';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import type { OperatorRole } from '@trust/contracts/permissions';
import { expect, test } from 'vitest';
import { makeCase } from '../../../test/make.ts';
import { makeAgent, requestVisit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

const reason = 'Somebody must look at this today.';
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };

async function present(operations: Operations, role: OperatorRole, minutes = 60): Promise<Actor> {
  const actor = await makeAgent(operations, operations.operator(role));
  const now = operations.clock.now;
  const endsAt = new Date(now.getTime() + minutes * 60_000).toISOString();
  await operations.deliver(operatorPresent, { userId: actor.userId, endsAt, occurredAt: now.toISOString() });
  return actor;
}
const assign = (operations: Operations, actor: Actor, [type, id]: [string, string], assigneeId?: string) =>
  operations.post(`/operations/triage/${type}/${id}/assign`, { actor, body: { reason, assigneeId } });
const openIncident = async (operations: Operations, body: object = {}) => {
  const actor = operations.operator('supervisor');
  const made = { severity: 'low', title: 'Something happened', reason, ...body };
  return (await operations.post('/operations/incidents', { actor, body: made })).body.id as string;
};
const holderOf = async (operations: Operations, id: string) =>
  (await operations.get(`/operations/incidents/${id}`, { actor: operations.operator('supervisor') })).body.assigneeId;

test('assigns an incident to the present operator with the least load, up to the cap', async () => {
  await using operations = await startOperations({ connections: 6 });
  const manager = operations.operator('supervisor');
  const incidents: string[] = [];
  for (let index = 0; index < 5; index++) incidents.push(await openIncident(operations));
  const [one = '', ...rest] = incidents;
  await makeAgent(operations, operations.operator('security'));
  expect(await assign(operations, manager, ['incident', one])).toMatchObject(conflict);
  const first = await present(operations, 'security');
  expect(await assign(operations, manager, ['incident', one])).toMatchObject({
    status: 200,
    body: { state: 'in_progress', assignment: 'other' },
  });
  expect(await holderOf(operations, one)).toBe(first.userId);
  expect(await assign(operations, manager, ['incident', one])).toMatchObject(conflict);
  const second = await present(operations, 'security');
  // All at once: the load of each counts for the next.
  const answers = await Promise.all(rest.map((id) => assign(operations, manager, ['incident', id])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
  const holders = await Promise.all(rest.map((id) => holderOf(operations, id)));
  expect([first, second].map(({ userId }) => holders.filter((id) => id === userId).length)).toEqual([1, 2]);
  const done = (await operations.audited('assignTriageItem')).filter(({ outcome }) => outcome === 'done');
  expect(done).toHaveLength(4);
  expect(done[0]).toMatchObject({ objectId: one, reason, after: { assigneeId: first.userId, isAutomatic: true } });
});

test('Z3 M4 assigns nothing of a provider to its representative, or to operators who left', async () => {
  await using operations = await startOperations();
  const { providerId } = await makeCase(operations);
  const manager = operations.operator('supervisor');
  const owner = await present(operations, 'security');
  const representation = { assignmentId: randomUUID(), providerId, userId: owner.userId, role: 'manager' as const };
  await operations.deliver(representativeAssigned, representation);
  // Operations has heard of the provider.
  const { made } = await requestVisit(operations, await makeCase(operations, { providerId }));
  const id = await openIncident(operations, { providerId: made.providerId });
  expect(await assign(operations, manager, ['incident', id])).toMatchObject(conflict);
  expect(await assign(operations, manager, ['incident', id], owner.userId)).toMatchObject({
    ...{ status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } },
  });
  const other = await present(operations, 'security', 1);
  operations.advanceClock(60);
  expect(await assign(operations, manager, ['incident', id])).toMatchObject(conflict);
  const reviewer = await present(operations, 'reviewer');
  expect(await assign(operations, manager, ['incident', id], reviewer.userId)).toMatchObject({
    body: { errors: [{ field: 'assigneeId', code: 'permission_missing' }] },
  });
  expect(await holderOf(operations, id)).toBeNull();
  expect(await assign(operations, manager, ['incident', id], other.userId)).toMatchObject({ status: 200 });
  expect(await holderOf(operations, id)).toBe(other.userId);
});

test('assigns field work to agents, and an escalation to an operator who did not open it', async () => {
  await using operations = await startOperations();
  const opener = await present(operations, 'triage');
  const agent = await present(operations, 'field-agent');
  const { id, made } = await requestVisit(operations);
  expect(await assign(operations, operations.operator('reviewer'), ['field_work_item', id])).toMatchObject({
    status: 404,
  });
  expect(await assign(operations, opener, ['field_work_item', id])).toMatchObject({ status: 200 });
  expect((await operations.emitted(fieldWorkAssignmentChanged)).at(-1)).toMatchObject({ assigneeId: agent.userId });
  expect(await assign(operations, opener, ['field_work_item', id], agent.userId)).toMatchObject(conflict);

  const subject = { type: 'verification_case', id: made.caseId };
  const body = { subject, reasonCode: 'technical', reason };
  const { body: escalation } = await operations.post('/operations/escalations', { actor: opener, body });
  const item: [string, string] = ['escalation', escalation.id];
  expect(await assign(operations, operations.operator('reviewer'), item)).toMatchObject({ status: 404 });
  expect(await assign(operations, opener, item)).toMatchObject(conflict);
  const other = await present(operations, 'triage');
  expect(await assign(operations, opener, item)).toMatchObject({ status: 200 });
  const { body: started } = await operations.get(`/operations/escalations/${escalation.id}`, { actor: opener });
  expect(started).toMatchObject({ state: 'in_progress', assigneeId: other.userId });
});
