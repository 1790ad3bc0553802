import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@trust/contracts/actor';
import { moderationRequested, moderationWithdrawn } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { moderationDecided } from '@trust/contracts/events/operations';
import { operator, person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { decideModeration, makeReview, moderationsOf } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

async function makeShown() {
  const review = await makeReview(service, owner);
  await decideModeration(service, review.id, 'approved');
  const path = `/providers/${owner.id}/reviews/${review.id}/response`;
  const { body } = await service.put(path, { actor: owner.actor, body: { text: 'Thank you.' } });
  await decideModeration(service, body.id, 'approved');
  return { ...review, responseId: body.id as string, responsePath: path };
}
const flag = (path: string, actor: Actor = person()) =>
  service.post(`${path}/flags`, { actor, body: { reasonCode: 'harmful' } });
const involved = async (subjectId: string) => (await moderationsOf(service, subjectId)).at(-1)?.involvedIds;

test('Z3 an operator who flags an item under examination is announced as involved, in later rounds too', async () => {
  const { id, customer, responseId } = await makeShown();
  const parties = { [id]: [customer.userId], [responseId]: [owner.actor.userId, customer.userId] };
  for (const [subjectId, path] of [
    [id, `/reviews/${id}`],
    [responseId, `/reviews/${id}/response`],
  ] as const) {
    const [first, moderator, later] = [person(), operator('supervisor'), person()];
    await flag(path, first);
    await flag(path, operator('triage'));
    const expected = [...(parties[subjectId] ?? []), first.userId];
    expect(await involved(subjectId)).toEqual(expected);
    expect(await flag(path, moderator)).toMatchObject({ status: 201 });
    expect(await involved(subjectId)).toEqual([...expected, moderator.userId]);
    await decideModeration(service, subjectId, 'approved');
    await flag(path, later);
    expect(await involved(subjectId)).toEqual([...expected, moderator.userId, later.userId]);
  }
});

test('the withdrawal of a review ends the examination of its response, which can then be deleted', async () => {
  const { id, customer, responseId, responsePath } = await makeShown();
  await flag(`/reviews/${id}/response`);
  expect(await service.post(`/reviews/${id}/withdraw`, { actor: customer })).toMatchObject({ status: 200 });
  expect((await service.emitted(moderationWithdrawn)).at(-1)).toMatchObject({ subjectId: responseId, round: 2 });
  // A decision that comes late changes nothing.
  await decideModeration(service, responseId, 'refused', 'harmful');
  const read = await service.get(`/review-responses/${responseId}`, { actor: owner.actor });
  expect(read.body).toMatchObject({ response: { state: 'published' }, moderations: [{}, { state: 'withdrawn' }] });
  expect(await service.delete(responsePath, { actor: owner.actor })).toMatchObject({ status: 204 });
});

/** Whether the open request is free while `act` waits for the review, which this test has locked. */
async function isFreeDuring(reviewId: string, subjectId: string, act: () => Promise<unknown>): Promise<boolean> {
  let acting: Promise<unknown> | undefined;
  const free = await service.db.transact(async (trx) => {
    await sql`select from review where id = ${reviewId} for update`.execute(trx);
    let ended = false;
    acting = act().finally(() => {
      ended = true;
    });
    while (!ended && !(await isWaiting())) await setImmediate();
    const { rows } = await sql`select from moderation_request
      where subject_id = ${subjectId} and state = 'open' for update skip locked`.execute(trx);
    return !ended && rows.length === 1;
  });
  await acting;
  return free;
}

async function isWaiting(): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`select exists (
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()) as yes`.execute(
    service.db,
  );
  return rows[0]?.yes === true;
}

test('a decision and an erasure lock a review before the request about it, so that no two of them deadlock', async () => {
  const decided = async (subjectId: string) => {
    const asked = (await service.emitted(moderationRequested)).findLast((one) => one.subjectId === subjectId);
    const { kind = 'review', round = 0 } = asked ?? {};
    const occurredAt = service.clock.now.toISOString();
    const decision = { subjectId, kind, round, providerId: owner.id, outcome: 'approved', reasonCode: 'complies' };
    await service.deliver(moderationDecided, { ...decision, occurredAt });
  };
  const shown = await makeShown();
  await flag(`/reviews/${shown.id}`);
  expect(await isFreeDuring(shown.id, shown.id, () => decided(shown.id))).toBe(true);
  await flag(`/reviews/${shown.id}/response`);
  expect(await isFreeDuring(shown.id, shown.responseId, () => decided(shown.responseId))).toBe(true);

  const answered = await makeShown();
  await flag(`/reviews/${answered.id}/response`);
  const erased = { userId: owner.actor.userId, contacts: [], erasedAt: service.clock.now.toISOString() };
  const erase = () => service.deliver(personErased, erased);
  expect(await isFreeDuring(answered.id, answered.responseId, erase)).toBe(true);
});
