import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { workNotificationRequested } from '@trust/contracts/events/any';
import { moderationRead, moderationRequested } from '@trust/contracts/events/customers';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 4 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const now = () => operations.clock.now.toISOString();
const repeated = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };

const read = ({ userId: readerId }: Actor, subjectId: string) =>
  operations.deliver(moderationRead, {
    ...{ requestId: randomUUID(), subjectId, round: 1, contentRevision: 1, readerId, occurredAt: now() },
  });

async function decide(actor: Actor, subjectId: string, body: object, isRead = false) {
  if (!isRead) await read(actor, subjectId);
  return operations.post(`/operations/name-moderations/${subjectId}/decisions`, {
    ...{ actor: { ...actor, authenticatedAt: operations.clock.now.getTime() / 1000 } },
    ...{ headers: { 'idempotency-key': randomUUID() }, body: { reason: 'It names another business.', ...body } },
  });
}
const refuse = (actor: Actor, subjectId: string, extra: object = {}, isRead = false) =>
  decide(actor, subjectId, { outcome: 'refused', reasonCode: 'another_business', ...extra }, isRead);

async function request(providerId: string) {
  const subjectId = randomUUID() as string;
  await operations.deliver(moderationRequested, {
    ...{ requestId: randomUUID(), subjectId, kind: 'name', round: 1, isAppeal: false, providerId, categoryKey: null },
    ...{ reasonCode: 'new_words', involvedIds: [], readyAt: now(), occurredAt: now() },
  });
  return subjectId;
}
async function accepted(providerId: string, by: Actor) {
  const subjectId = await request(providerId);
  expect((await decide(by, subjectId, { outcome: 'approved', reasonCode: 'complies' })).status).toBe(201);
  return subjectId;
}
const [one, other] = [operator('supervisor'), operator('supervisor')];

test('T1 who refused an accepted name refuses no other of the provider for 30 days; a colleague can', async () => {
  const providerId = randomUUID();
  const waiting = await request(providerId);
  expect((await refuse(one, waiting)).status).toBe(201);
  const kept = await accepted(providerId, other);
  expect((await refuse(one, kept, { isNameKept: true })).status).toBe(201);
  expect((await refuse(one, await accepted(providerId, other))).status).toBe(201);
  expect((await refuse(one, await accepted(randomUUID(), other))).status).toBe(201);
  const second = await accepted(providerId, other);
  expect(await refuse(one, second)).toMatchObject(repeated);
  expect(await refuse(one, second, { isNameKept: false })).toMatchObject(repeated);
  expect((await refuse(one, await accepted(providerId, other), { isNameKept: true })).status).toBe(201);
  expect((await refuse(one, await request(providerId))).status).toBe(201);
  expect((await refuse(other, second)).status).toBe(201);
  operations.advanceClock(29 * 86_400 + 86_000);
  const third = await accepted(providerId, other);
  expect(await refuse(one, third)).toMatchObject(repeated);
  operations.advanceClock(800);
  expect((await refuse(one, third)).status).toBe(201);
});

test('T1 of refusals of accepted names of a provider by one operator at once, one counts', async () => {
  const providerId = randomUUID();
  const names = [await accepted(providerId, other), await accepted(providerId, other)];
  for (const name of names) await read(one, name);
  const holder = await operations.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from moderation where provider_id = $1 for update', [providerId]);
  const refusing = names.map((name) => refuse(one, name, {}, true));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await operations.db.pool.query(waiting)).rowCount).toBe(2);
  await holder.query('commit');
  holder.release();
  const answers = await Promise.all(refusing);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('Z3 the operator who accepted words is told that a colleague refused them, also with the name kept', async () => {
  const told = async (id: string) =>
    (await operations.emitted(workNotificationRequested.operations))
      .filter(({ subjectId }) => subjectId === id)
      .map(({ userId, template, subjectType }) => [userId, template, subjectType]);
  for (const isNameKept of [true, false]) {
    const name = await accepted(randomUUID(), other);
    await refuse(one, name, { isNameKept });
    expect(await told(name)).toEqual([[other.userId, 'accepted_words_refused', 'public_words']]);
  }
  const own = await accepted(randomUUID(), other);
  expect((await refuse(other, own)).status).toBe(201);
  const waiting = await request(randomUUID());
  await refuse(one, waiting);
  expect([await told(own), await told(waiting)]).toEqual([[], []]);
});
