import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStarted, readResults, reason, submit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const notRead = { status: 409, body: { type: 'http://trust.test/problems/content-not-read' } };

const read = (actor: Actor, id: string) => readResults(operations, actor, id);

/** Unlike `move` of the other tests, it does not read the results first. */
const review = (actor: Actor, id: string, transition: string, submissionId: string) =>
  operations.post(`/operations/field-work-items/${id}/transitions`, {
    ...{ actor, headers: { 'idempotency-key': randomUUID() } },
    body: { transition, submissionId, reason },
  });

test('T2 nobody accepts or returns results of a visit that were not sent to them', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  await read(manager, id);
  const { body: first } = await submit(operations, agent, id);
  await read(operations.operator('triage'), id);
  await operations.get('/operations/field-work-items', { actor: manager });
  for (const verdict of ['accept', 'return'])
    expect(await review(manager, id, verdict, first.id)).toMatchObject(notRead);
  await read(manager, id);
  expect(await review(manager, id, 'return', first.id)).toMatchObject({ status: 200 });
});

test('T2 a read of returned results is no read of the next ones', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const { body: first } = await submit(operations, agent, id);
  await read(manager, id);
  await review(manager, id, 'return', first.id);
  const resumed = { transition: 'resume', reason };
  await operations.post(`/operations/field-work-items/${id}/transitions`, { actor: agent, body: resumed });
  const { body: second } = await submit(operations, agent, id);
  expect(await review(manager, id, 'accept', second.id)).toMatchObject(notRead);
  await read(manager, id);
  expect(await review(manager, id, 'accept', second.id)).toMatchObject({ status: 200 });
});
