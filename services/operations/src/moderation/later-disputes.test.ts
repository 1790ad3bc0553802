import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRequested } from '@trust/contracts/events/customers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContent } from '../../test/read-content.ts';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

async function request(earlierSubjectIds?: string[]): Promise<string> {
  const at = operations.clock.now.toISOString();
  const subjectId = randomUUID();
  await operations.deliver(moderationRequested, {
    ...{ requestId: randomUUID(), subjectId, kind: 'dispute', round: 1, isAppeal: false, providerId: randomUUID() },
    ...{ categoryKey: 'electrician', reasonCode: 'price', involvedIds: [], readyAt: at, occurredAt: at },
    ...(earlierSubjectIds && { earlierSubjectIds }),
  });
  return subjectId;
}
async function decide(actor: Actor, id: string) {
  await readContent(operations, actor, id);
  const body = { outcome: 'for_customer', reasonCode: 'statement_confirmed', reason: 'Both statements agree.' };
  const headers = { 'idempotency-key': randomUUID() };
  return operations.post(`/operations/disputes/${id}/decisions`, { actor, headers, body });
}
const claim = async (actor: Actor, id: string) =>
  (await operations.post(`/operations/triage/dispute/${id}/claim`, { actor })).status;

test('Z3 whoever decided an earlier dispute about the interaction does not decide the next', async () => {
  const [first, other] = [operations.operator('supervisor'), operations.operator('supervisor')];
  const earlier = await request();
  expect((await decide(first, earlier)).status).toBe(201);
  const later = await request([earlier]);
  expect(await decide(first, later)).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/separation-of-duties' },
  });
  expect([await claim(first, later), await claim(other, later)]).toEqual([409, 200]);
  expect(await decide(other, later)).toMatchObject({ status: 201 });
  expect((await decide(first, await request())).status).toBe(201);
});
