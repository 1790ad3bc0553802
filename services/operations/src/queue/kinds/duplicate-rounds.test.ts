import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

type Reason = 'contact' | 'name' | 'registered_name' | 'website';
const reason = 'Two electricians share the telephone of one workshop.';

async function makePair() {
  const [{ providerId }, { providerId: otherProviderId }] = [await makeCase(operations), await makeCase(operations)];
  const security = operations.operator('security');
  const queue = async () => {
    const { body } = await operations.get('/operations/triage?kind=possible_duplicate&limit=100', { actor: security });
    return body.items.map((item: { subject: { id: string }; dueAt: string }) => [item.subject.id, item.dueAt]);
  };
  const find = (same: Reason[], facts: object = {}) =>
    operations.deliver(possibleDuplicateFound, {
      ...{ providerId, otherProviderId, same, ...facts },
      occurredAt: operations.clock.now.toISOString(),
    });
  await find(['name']);
  const { id } = await operations.db
    .selectFrom('possible_duplicate')
    .select('id')
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow();
  const path = `/operations/possible-duplicates/${id}`;
  return {
    ...{ id, security, find },
    findBack: (same: Reason[], facts: object = {}) =>
      find(same, { providerId: otherProviderId, otherProviderId: providerId, ...facts }),
    dueAt: async () => (await queue()).find(([one]: string[]) => one === id)?.[1],
    read: async () => (await operations.get(path, { actor: security })).body,
    judge: (outcome: string, inQuestionAt?: string) => {
      const actor = { ...security, authenticatedAt: operations.clock.now.getTime() / 1000 };
      return operations.post(`${path}/review`, { actor, body: { outcome, reason, inQuestionAt } });
    },
  };
}

test('T1 a judged pair waits again once both have another thing in common', async () => {
  const pair = await makePair();
  const first = await pair.dueAt();
  expect((await pair.judge('distinct')).body).toMatchObject({ state: 'reviewed', same: ['name'], earlierReviews: [] });
  expect(await pair.dueAt()).toBeUndefined();
  await pair.find(['name']);
  await pair.findBack(['name']);
  expect(await pair.dueAt()).toBeUndefined();

  operations.advanceClock(2 * 86_400);
  await pair.findBack(['name', 'registered_name', 'website']);
  expect(Date.parse(await pair.dueAt())).toBeGreaterThan(Date.parse(first));
  const { security } = pair;
  const earlier = { same: ['name'], outcome: 'distinct', reason, reviewerId: security.userId };
  const reopened = { state: 'open', same: ['name', 'registered_name', 'website'], outcome: null, reviewedAt: null };
  expect(await pair.read()).toMatchObject({ ...reopened, earlierReviews: [earlier] });
  const judged = { state: 'reviewed', outcome: 'duplicate', earlierReviews: [earlier] };
  expect(await pair.judge('duplicate')).toMatchObject({ status: 200, body: judged });
  expect(await pair.judge('distinct')).toMatchObject({ status: 400 });
  await pair.find(['website']);
  expect(await pair.dueAt()).toBeUndefined();
  expect(await pair.read()).toMatchObject(judged);
});

test('T1 a judged pair waits again when operators have one of both in question, once for each time', async () => {
  const pair = await makePair();
  const first = await pair.dueAt();
  expect(await pair.read()).toMatchObject({ inQuestionAt: null });
  await pair.judge('distinct');
  const inQuestionAt = operations.clock.now.toISOString();
  operations.advanceClock(2 * 86_400);
  await pair.findBack(['name'], { inQuestionAt });
  expect(Date.parse(await pair.dueAt())).toBeGreaterThan(Date.parse(first));
  const earlier = { same: ['name'], outcome: 'distinct', reason, reviewerId: pair.security.userId };
  expect(await pair.read()).toMatchObject({ state: 'open', outcome: null, inQuestionAt, earlierReviews: [earlier] });
  const judged = { state: 'reviewed', outcome: 'duplicate', inQuestionAt, earlierReviews: [earlier] };
  expect(await pair.judge('duplicate', inQuestionAt)).toMatchObject({ status: 200, body: judged });
  for (const facts of [{ inQuestionAt }, {}]) await pair.find(['name'], facts);
  expect(await pair.dueAt()).toBeUndefined();
  expect(await pair.read()).toMatchObject(judged);

  await pair.find(['name'], { inQuestionAt: operations.clock.now.toISOString() });
  expect(await pair.dueAt()).toBeDefined();
  expect((await pair.read()).earlierReviews).toHaveLength(2);
});

test('one in question before the judgement gives no more time, and the judgement is of it', async () => {
  const pair = await makePair();
  const first = await pair.dueAt();
  operations.advanceClock(86_400);
  const inQuestionAt = operations.clock.now.toISOString();
  await pair.find(['name'], { inQuestionAt });
  expect(await pair.dueAt()).toBe(first);
  expect((await pair.judge('distinct', inQuestionAt)).body).toMatchObject({ state: 'reviewed', inQuestionAt });
  await pair.findBack(['name'], { inQuestionAt });
  expect(await pair.dueAt()).toBeUndefined();
  await pair.find(['website']);
  expect(await pair.read()).toMatchObject({ state: 'open', inQuestionAt });
});

test('T2 nobody judges a pair over a measure against one of both that they have not read', async () => {
  const pair = await makePair();
  const later = async () => {
    operations.advanceClock(1);
    const inQuestionAt = operations.clock.now.toISOString();
    await pair.find(['name'], { inQuestionAt });
    return inQuestionAt;
  };
  const unread = { status: 409, body: { detail: expect.stringContaining('Read it again') } };
  const first = await later();
  expect(await pair.judge('distinct')).toMatchObject(unread);
  const second = await later();
  expect(await pair.judge('distinct', first)).toMatchObject(unread);
  expect(await pair.read()).toMatchObject({ state: 'open', inQuestionAt: second });
  expect(await pair.judge('distinct', second)).toMatchObject({ status: 200 });
});

test('another thing in common before the judgement gives no more time', async () => {
  const pair = await makePair();
  const first = await pair.dueAt();
  operations.advanceClock(86_400);
  await pair.find(['website']);
  expect(await pair.dueAt()).toBe(first);
  expect((await pair.judge('distinct')).body).toMatchObject({ same: ['name', 'website'] });
  await pair.find(['name', 'website']);
  expect(await pair.dueAt()).toBeUndefined();
});

test('T1 a pair of a closed provider stays one, whatever is found later', async () => {
  const pair = await makePair();
  await pair.find(['name'], { otherIsClosed: true });
  await pair.find(['website']);
  const rows = await operations.db.selectFrom('possible_duplicate').selectAll().where('id', '=', pair.id).execute();
  expect(rows.map(({ is_of_closed, same }) => [is_of_closed, same.join()])).toEqual(
    Array(2).fill([true, 'name,website']),
  );
});

test('a pair that was judged before its reasons were kept stays judged', async () => {
  const pair = await makePair();
  await operations.db.updateTable('possible_duplicate').set({ same: [] }).where('id', '=', pair.id).execute();
  await pair.judge('distinct');
  await pair.find(['name']);
  expect(await pair.dueAt()).toBeUndefined();
  expect(await pair.read()).toMatchObject({ state: 'reviewed', outcome: 'distinct' });
});
