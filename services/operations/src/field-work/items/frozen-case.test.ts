import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAgent,
  makeStarted,
  makeVisitable,
  move,
  reason,
  requestVisit,
  schedule,
  submit,
} from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 3 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const frozen = { status: 409, body: { detail: expect.stringContaining('freezes this case until') } };
const hour = 3600;

const freeze = async (targetId: string) => {
  const body = { kind: 'freeze_case', targetId, expiresInHours: 2, reason };
  const { status, body: action } = await operations.post('/operations/emergency-actions', {
    ...{ actor: operations.operator('security'), body },
  });
  expect(status).toBe(201);
  return action.id as string;
};
const plan = (caseId: string) =>
  operations.post('/operations/field-work-items', {
    ...{ actor: operations.operator('triage'), body: { caseId, requirementKey: 'identity', reason } },
  });
const itemsOf = (caseId: string) =>
  operations.db.selectFrom('field_work_item').select('id').where('case_id', '=', caseId).execute();

test('a visit of a frozen case is neither planned nor scheduled until the freeze ends', async () => {
  const [made, requested] = [await makeVisitable(operations), await requestVisit(operations)];
  const { caseId } = made;
  for (const id of [caseId, requested.made.caseId]) await freeze(id);
  expect(await plan(caseId)).toMatchObject(frozen);
  expect(await itemsOf(caseId)).toEqual([]);
  const { userId } = await makeAgent(operations);
  const send = () => schedule(operations, operations.operator('triage'), requested.id, userId);
  expect(await send()).toMatchObject(frozen);
  operations.advanceClock(2 * hour);
  expect(await send()).toMatchObject({ status: 200 });
  expect((await plan(caseId)).status).toBe(201);
});

test('results of a visit to a frozen case arrive, and are accepted only once the freeze is lifted', async () => {
  const { id, agent, manager, made } = await makeStarted(operations);
  const actionId = await freeze(made.caseId);
  const submissionId: string = (await submit(operations, agent, id)).body.id;
  expect(await move(operations, manager, id, 'accept', { submissionId })).toMatchObject(frozen);
  const lift = { actor: operations.operator('security'), body: { reason } };
  expect((await operations.post(`/operations/emergency-actions/${actionId}/lift`, lift)).status).toBe(200);
  expect(await move(operations, manager, id, 'accept', { submissionId })).toMatchObject({ status: 200 });
});

test('who may not plan or accept is told so, whether the case is frozen or not', async () => {
  const { id, agent, made } = await makeStarted(operations);
  await freeze(made.caseId);
  const submissionId: string = (await submit(operations, agent, id)).body.id;
  expect((await move(operations, agent, id, 'accept', { submissionId })).status).toBe(403);
});

test('a freeze of another case stops no visit', async () => {
  const [made, other] = [await makeVisitable(operations), await makeVisitable(operations)];
  await freeze(other.caseId);
  expect((await plan(made.caseId)).status).toBe(201);
});
