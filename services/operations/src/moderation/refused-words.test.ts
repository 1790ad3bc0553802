import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRead, moderationRequested } from '@trust/contracts/events/customers';
import { moderationDecided } from '@trust/contracts/events/operations';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const notAllowed = { status: 400, body: { errors: [{ field: 'isNameKept', code: 'not_allowed' }] } };

async function request(kind: 'name' | 'review' = 'name') {
  const at = operations.clock.now.toISOString();
  const [subjectId, providerId] = [randomUUID() as string, randomUUID() as string];
  await operations.deliver(moderationRequested, {
    ...{ requestId: randomUUID(), subjectId, kind, round: 1, isAppeal: false, providerId, categoryKey: null },
    ...{ reasonCode: 'new_words', involvedIds: [], readyAt: at, occurredAt: at },
  });
  return { subjectId, providerId };
}
const read = ({ userId: readerId }: Actor, subjectId: string) =>
  operations.deliver(moderationRead, {
    ...{ requestId: randomUUID(), subjectId, round: 1, contentRevision: 1, readerId },
    occurredAt: operations.clock.now.toISOString(),
  });
const decide = (actor: Actor, id: string, outcome: string, extra: object = {}, kind = 'name') =>
  operations.post(`/operations/${kind}-moderations/${id}/decisions`, {
    ...{ actor, headers: { 'idempotency-key': randomUUID() } },
    body: {
      ...{ outcome, reasonCode: outcome === 'approved' ? 'complies' : 'personal_data' },
      ...{ reason: 'The summary names a customer.', ...extra },
    },
  });

test('T1 an operator alone refuses accepted words once, in a round of its own, and may keep the name', async () => {
  for (const extra of [{}, { isNameKept: true }, { isNameKept: false }]) {
    const { subjectId } = await request();
    const actor = operations.operator('supervisor');
    await read(actor, subjectId);
    for (const outcome of ['approved', 'refused'])
      expect(await decide(actor, subjectId, outcome, { isNameKept: true })).toMatchObject(notAllowed);
    expect((await decide(actor, subjectId, 'approved')).status).toBe(201);
    expect((await decide(actor, subjectId, 'approved')).status).toBe(400);
    expect(await decide(actor, subjectId, 'refused', extra)).toMatchObject({
      status: 201,
      body: { round: 2, reasonCode: 'reconsidered', outcome: 'refused', decisionReason: 'personal_data' },
    });
    expect((await decide(actor, subjectId, 'refused')).status).toBe(400);
    const decided = (await operations.emitted(moderationDecided)).filter((one) => one.subjectId === subjectId);
    expect(decided.map(({ round, isNameKept }) => [round, isNameKept])).toEqual([
      [1, undefined],
      [2, 'isNameKept' in extra ? extra.isNameKept : undefined],
    ]);
    expect((await operations.audited('createNameDecision')).at(-1)).toMatchObject({
      ...{ objectId: subjectId, before: { state: 'decided' } },
      after: { outcome: 'refused', round: 2, ...extra },
    });
  }
});

test('T2 whoever refuses accepted words has read them, and does not represent the provider', async () => {
  const { subjectId, providerId } = await request();
  const [first, second] = [operations.operator('supervisor'), operations.operator('supervisor')];
  await read(first, subjectId);
  await decide(first, subjectId, 'approved');
  expect(await decide(second, subjectId, 'refused')).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/content-not-read' },
  });
  const insider = { ...second, assignments: representative(providerId).assignments };
  expect((await decide(insider, subjectId, 'refused')).status).toBe(404);
  await read(second, subjectId);
  expect((await decide(second, subjectId, 'refused')).status).toBe(201);
});

test('what is no public word is not refused again', async () => {
  const { subjectId } = await request('review');
  const actor = operations.operator('supervisor');
  await read(actor, subjectId);
  expect((await decide(actor, subjectId, 'approved', {}, 'review')).status).toBe(201);
  expect((await decide(actor, subjectId, 'refused', {}, 'review')).status).toBe(400);
});
