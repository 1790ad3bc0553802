import { randomUUID } from 'node:crypto';
import { fieldVisitCancelled } from '@trust/contracts/events/field-visits';
import {
  fieldSubmissionAccepted,
  fieldWorkCancelled,
  fieldWorkPlanned,
  fieldWorkScheduled,
} from '@trust/contracts/events/field-work';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, changeCase, dutiesOf, makeCase, makeLabels } from '../../../test/make.ts';
import {
  makeAgent,
  makeVisitable,
  move,
  photoArrives,
  reason,
  schedule,
  submit,
  visitOf,
} from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const items = '/operations/field-work-items';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };

const create = ({ caseId }: Pick<Case, 'caseId'>, body: object = {}) =>
  operations.post(items, {
    actor: operations.operator('triage'),
    body: { caseId, requirementKey: 'identity', reason, ...body },
  });
const of = <Payload extends { workItemId: string }>(id: string, payloads: Payload[]) =>
  payloads.filter(({ workItemId }) => workItemId === id);

/** An item of the desk whose agent has submitted results. */
async function makeSubmitted(made: Case) {
  const agent = await makeAgent(operations);
  const { id, fieldVisitId } = (await create(made, { assigneeId: agent.userId })).body;
  await schedule(operations, operations.operator('triage'), id);
  await move(operations, agent, id, 'start');
  await photoArrives(operations, { id, agent });
  const submissionId: string = (await submit(operations, agent, id)).body.id;
  return { id: id as string, fieldVisitId, submissionId };
}

test('verification hears of the visit of a desk item, and gets its results with who accepted them', async () => {
  const made = await makeVisitable(operations);
  const { id, fieldVisitId, submissionId } = await makeSubmitted(made);
  const visit = { workItemId: id, fieldVisitId, caseId: made.caseId, occurredAt: operations.clock.now.toISOString() };
  expect(of(id, await operations.emitted(fieldWorkPlanned))).toEqual([{ ...visit, requirementKey: 'identity' }]);
  expect(of(id, await operations.emitted(fieldWorkScheduled))).toMatchObject([visit]);
  const manager = operations.operator('supervisor');
  expect(await move(operations, manager, id, 'accept', { submissionId })).toMatchObject({ status: 200 });
  expect(of(id, await operations.emitted(fieldSubmissionAccepted))).toMatchObject([
    { ...visit, submissionId, agentId: expect.any(String), acceptorId: manager.userId },
  ]);
});

test('the end of an item of the desk ends its visit, and the end of the visit its item', async () => {
  const [first, second] = [await makeVisitable(operations), await makeVisitable(operations)];
  const { body } = await create(first);
  const cancel = { reasonCode: 'not_needed', reason };
  await operations.post(`${items}/${body.id}/cancel`, { actor: operations.operator('triage'), body: cancel });
  expect(of(body.id, await operations.emitted(fieldWorkCancelled))).toMatchObject([
    { fieldVisitId: body.fieldVisitId, reason: 'not_needed' },
  ]);
  const other = (await create(second)).body;
  const visit = visitOf(operations, second, other.fieldVisitId);
  await operations.deliver(fieldVisitCancelled, { ...visit, reason: 'subject_not_current' });
  expect(await operations.get(`${items}/${other.id}`, { actor: operations.operator('triage') })).toMatchObject({
    body: { state: 'cancelled', endReason: 'visit_cancelled' },
  });
});

test('returns 400 for a requirement that allows no field visit, and 409 until its version is known', async () => {
  const made = await makeCase(operations, { requirementKeys: ['identity', 'licence'] });
  const early = await create(made);
  const errors = [{ field: 'requirementKey', code: 'not_yet_known' }];
  expect([early, early.headers.get('retry-after')]).toMatchObject([{ status: 409, body: { errors } }, '1']);
  await makeLabels(operations, made);
  await operations.db.updateTable('requirement_version').set({ field_visit_keys: null }).execute();
  expect((await create(made)).status).toBe(409);
  await makeLabels(operations, made);
  expect(await create(made, { requirementKey: 'licence' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'requirementKey', code: 'field_visit_not_allowed' }] },
  });
  expect(await create(made)).toMatchObject({ status: 201 });
});

test('Z3 who reviews, recommended or decides a case is not sent to a visit of it', async () => {
  const made = await makeVisitable(operations);
  const { body } = await create(made);
  const agent = await makeAgent(operations);
  const send = () => schedule(operations, operations.operator('supervisor'), body.id, agent.userId);
  for (const changed of [
    { duties: dutiesOf({ review: agent.userId }) },
    { duties: dutiesOf({ decide: agent.userId }) },
    { duties: dutiesOf({ appeal: agent.userId }) },
    { duties: dutiesOf({}), recommenderId: agent.userId },
  ]) {
    await changeCase(operations, made, changed);
    expect(await send()).toMatchObject(separation);
  }
  await changeCase(operations, made, { duties: dutiesOf({}), recommenderId: randomUUID() });
  expect(await send()).toMatchObject({ status: 200 });
});

test('Z3 who reviews, recommended or decides a case does not accept its results', async () => {
  const made = await makeVisitable(operations);
  const { id, submissionId } = await makeSubmitted(made);
  const [manager, other] = [operations.operator('supervisor'), randomUUID()];
  const judging = [
    { duties: dutiesOf({ review: manager.userId }) },
    { duties: dutiesOf({ review: other, decide: manager.userId }) },
    { duties: dutiesOf({ review: other }), recommenderId: manager.userId },
    { duties: dutiesOf({ appeal: manager.userId }) },
  ];
  for (const changed of judging) {
    await changeCase(operations, made, changed);
    expect(await move(operations, manager, id, 'accept', { submissionId })).toMatchObject(separation);
  }
  await changeCase(operations, made, { duties: dutiesOf({ review: other }) });
  expect(await move(operations, manager, id, 'accept', { submissionId })).toMatchObject({ status: 200 });
});
