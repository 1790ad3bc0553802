import { fieldSubmissionAccepted } from '@trust/contracts/events/field-work';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStarted, move, submit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const refused = (code: string) => ({ status: 400, body: { errors: [{ field: 'placeMatches', code }] } });

test('T1 final results of a visit of premises say whether it was the right place; a draft need not', async () => {
  const { id, agent, manager } = await makeStarted(operations, 'premises');
  expect(await submit(operations, agent, id)).toMatchObject(refused('required'));
  const draft = await submit(operations, agent, id, { kind: 'draft' });
  expect(draft).toMatchObject({ status: 201, body: { placeMatches: null } });
  const sent = await submit(operations, agent, id, { placeMatches: 'not_confirmed' });
  expect(sent).toMatchObject({ status: 201, body: { placeMatches: 'not_confirmed' } });
  await move(operations, manager, id, 'return', { submissionId: sent.body.id });
  await move(operations, agent, id, 'resume');
  const { body } = await submit(operations, agent, id, { placeMatches: 'confirmed' });
  expect((await move(operations, manager, id, 'accept', { submissionId: body.id })).status).toBe(200);
  const accepted = (await operations.emitted(fieldSubmissionAccepted)).filter(({ workItemId }) => workItemId === id);
  expect(accepted).toMatchObject([{ submissionId: body.id, placeMatches: 'confirmed' }]);
});

test('results of a visit for something else than premises say nothing of the place', async () => {
  const { id, agent } = await makeStarted(operations, 'business');
  expect(await submit(operations, agent, id, { placeMatches: 'confirmed' })).toMatchObject(refused('not_allowed'));
  expect(await submit(operations, agent, id)).toMatchObject({ status: 201, body: { placeMatches: null } });
});
