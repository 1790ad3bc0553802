import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { makeInteraction } from '../../../test/make-enquiry.ts';
import { decideModeration, makeReview, moderationsOf } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 6 });
  service.app.limits.take = async () => {};
});
afterAll(() => service[Symbol.asyncDispose]());

const flag = (id: string, actor: Actor, reasonCode = 'harmful') =>
  service.post(`/reviews/${id}/flags`, { actor, body: { reasonCode } });
const listed = async (owner: Owner) => (await service.get(`/public/providers/${owner.publicId}/reviews`)).body;

const day = 86_400;

/** `before` has been a customer for a day when the review is written, or for `seconds`. */
async function makeShownReview({ seconds = day }: { seconds?: number } = {}) {
  const owner = await makePublished(service);
  const before = (await makeInteraction(service, owner)).customer;
  service.advanceClock(seconds);
  const { id, customer } = await makeReview(service, owner);
  service.advanceClock(1);
  await decideModeration(service, id, 'approved');
  service.advanceClock(1);
  return { owner, before, author: customer, id };
}

test('T10 the provider, fresh accounts and later customers do not hide a review, which is examined', async () => {
  const elsewhere = (await makeInteraction(service, await makePublished(service))).customer;
  const { owner, id } = await makeShownReview();
  const later = (await makeInteraction(service, owner)).customer;
  service.advanceClock(2 * day);
  const strangers = Array.from({ length: 20 }, () => person());
  for (const actor of [owner.actor, later, elsewhere, operator('triage'), ...strangers])
    expect(await flag(id, actor)).toMatchObject({ status: 201 });
  expect(await listed(owner)).toMatchObject({
    counts: { published: 1, underExamination: 0 },
    items: [{ id, isFlagged: true }],
  });
  expect(await moderationsOf(service, id)).toHaveLength(2);
});

test('T10 nobody who has represented the provider hides a review, even as a customer or an operator', async () => {
  const { owner, before, id } = await makeShownReview();
  const moderator = operator('supervisor');
  const at = service.clock.now;
  const past = { provider_id: owner.id, role: 'manager', assigned_at: at, ended_at: at } as const;
  for (const { userId } of [before, moderator])
    await service.db
      .insertInto('representative')
      .values({ ...past, id: randomUUID(), user_id: userId })
      .execute();
  for (const actor of [before, moderator]) await flag(id, actor);
  expect((await listed(owner)).items).toMatchObject([{ id }]);
});

test.each([
  ['an earlier customer', (made: Awaited<ReturnType<typeof makeShownReview>>) => made.before],
  ['an operator who moderates', () => operator('supervisor')],
])('T10 a harmful flag by %s hides a review, and the public counts say that it is examined', async (_who, by) => {
  const made = await makeShownReview();
  expect(await flag(made.id, person())).toMatchObject({ status: 201 });
  expect(await flag(made.id, by(made))).toMatchObject({ status: 201 });
  expect(await listed(made.owner)).toMatchObject({
    counts: { published: 0, underExamination: 1, removed: [] },
    items: [],
  });
  await decideModeration(service, made.id, 'approved');
  expect(await listed(made.owner)).toMatchObject({ counts: { published: 1, underExamination: 0 }, items: [{}] });
});

test('T10 a kept review stays shown after the account that had hidden it is erased', async () => {
  const { owner, before, author, id } = await makeShownReview();
  await flag(id, before);
  expect((await listed(owner)).items).toEqual([]);
  await decideModeration(service, id, 'approved');
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: before.userId, contacts: [], erasedAt });
  expect(await flag(id, author)).toMatchObject({ status: 201 });
  expect((await listed(owner)).items).toMatchObject([{ id, isFlagged: true }]);
});

test('T10 a flag for another reason hides nothing, whoever flags', async () => {
  const { owner, before, id } = await makeShownReview();
  for (const [actor, reason] of [
    [before, 'off_topic'],
    [operator('supervisor'), 'not_genuine'],
  ] as const)
    await flag(id, actor, reason);
  expect((await listed(owner)).items).toMatchObject([{ id }]);
});

test('T10 a customer since the review waited, or since less than a day before it, hides nothing', async () => {
  const owner = await makePublished(service);
  const { id, customer: author } = await makeReview(service, owner);
  const { customer: accomplice } = await makeInteraction(service, owner);
  service.advanceClock(3 * day);
  await decideModeration(service, id, 'approved');
  for (const actor of [accomplice, author]) await flag(id, actor);
  expect((await listed(owner)).items).toMatchObject([{ id, isFlagged: true }]);

  const recent = await makeShownReview({ seconds: day - 1 });
  await flag(recent.id, recent.before);
  expect((await listed(recent.owner)).items).toMatchObject([{ id: recent.id, isFlagged: true }]);
});

const isListed = async (owner: Owner, id: string) =>
  (await listed(owner)).items.some((item: { id: string }) => item.id === id);

/** Reviews of providers of which one customer may hide each. */
async function makeReviewsFor(customer: Actor, count: number) {
  const owners = [];
  for (let index = 0; index < count; index++) owners.push(await makePublished(service));
  for (const owner of owners) await makeInteraction(service, owner, customer);
  service.advanceClock(day);
  const made = [];
  for (const owner of owners) made.push({ owner, id: (await makeReview(service, owner)).id });
  service.advanceClock(1);
  for (const { id } of made) await decideModeration(service, id, 'approved');
  return made;
}

test('T10 whose flag had hidden what an operator kept hides nothing more; a removal takes nothing away', async () => {
  const customer = person();
  const made = await makeReviewsFor(customer, 4);
  const steps = [
    ['off_topic', 'shown', 'approved'],
    ['harmful', 'hidden', 'refused'],
    ['illegal', 'hidden', 'approved'],
    ['harmful', 'shown', 'refused'],
  ] as const;
  for (const [index, { owner, id }] of made.entries()) {
    const [reason, expected, outcome] = steps[index] ?? steps[0];
    expect(await flag(id, customer, reason)).toMatchObject({ status: 201 });
    expect(await isListed(owner, id), `${index}`).toBe(expected === 'shown');
    await decideModeration(service, id, outcome, outcome === 'refused' ? 'harmful' : 'complies');
  }
  const lost = () =>
    service.db.selectFrom('lost_standing').select('lost_at').where('person_id', '=', customer.userId).execute();
  expect(await lost()).toHaveLength(1);
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: customer.userId, contacts: [], erasedAt });
  expect(await lost()).toEqual([]);
});

test('T10 whose flag hides a text hides no other before it is decided, also at the same time', async () => {
  const customer = person();
  const made = await makeReviewsFor(customer, 4);
  await Promise.all(made.map(({ id }) => flag(id, customer)));
  const hidden = [];
  for (const { owner, id } of made) if (!(await isListed(owner, id))) hidden.push(id);
  expect(hidden).toHaveLength(1);
});

test('T10 a review that the author of a flag had hidden and that an appeal restores takes their standing', async () => {
  const customer = person();
  const [first, second] = await makeReviewsFor(customer, 2);
  if (!first || !second) throw new Error('Two reviews were made.');
  await flag(first.id, customer);
  await decideModeration(service, first.id, 'refused', 'harmful');
  const { author_id: userId } = await service.db
    .selectFrom('review')
    .select('author_id')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  const body = { statement: 'It says what I saw in my own kitchen.' };
  const appeal = await service.post(`/reviews/${first.id}/appeals`, { actor: { ...person(), userId }, body });
  expect(appeal.status).toBe(201);
  await decideModeration(service, first.id, 'approved');
  await flag(second.id, customer);
  expect(await isListed(second.owner, second.id)).toBe(true);
});

test('T10 an operator who moderates hides one text of a provider, and none after one that is kept', async () => {
  const moderator = operator('supervisor');
  const made = await makeShownReview();
  const more = async () => {
    const { id } = await makeReview(service, made.owner);
    await decideModeration(service, id, 'approved');
    return id;
  };
  const [second, third] = [await more(), await more()];
  await flag(made.id, moderator);
  await flag(second, moderator);
  expect([await isListed(made.owner, made.id), await isListed(made.owner, second)]).toEqual([false, true]);
  await decideModeration(service, made.id, 'approved');
  await flag(third, moderator);
  expect(await isListed(made.owner, third)).toBe(true);
  const other = await makeShownReview();
  await flag(other.id, moderator);
  expect(await isListed(other.owner, other.id)).toBe(false);
});

async function makeShownResponse(owner: Owner, reviewId: string, text: string) {
  const path = `/providers/${owner.id}/reviews/${reviewId}/response`;
  expect((await service.put(path, { actor: owner.actor, body: { text } })).status).toBe(200);
  const { id } = await service.db
    .selectFrom('review_response')
    .select('id')
    .where('review_id', '=', reviewId)
    .executeTakeFirstOrThrow();
  await decideModeration(service, id, 'approved');
  const isShown = async () => (await listed(owner)).items[0].response !== null;
  return { id, isShown };
}

test('T10 a response is hidden by a customer of a day before it was written, who loses it once one is kept', async () => {
  const { owner, before, author, id } = await makeShownReview();
  const hide = (actor: Actor) =>
    service.post(`/reviews/${id}/response/flags`, { actor, body: { reasonCode: 'harmful' } });
  const early = await makeShownResponse(owner, id, 'We repaired the sockets the same day.');
  await hide(author);
  expect(await early.isShown()).toBe(true);
  await decideModeration(service, early.id, 'approved');
  service.advanceClock(day);
  const later = await makeShownResponse(owner, id, 'We came back the day after.');
  await hide(before);
  expect(await later.isShown()).toBe(false);
  await flag(id, before);
  expect((await listed(owner)).items).toMatchObject([{ id }]);
  await decideModeration(service, later.id, 'approved');
  const last = await makeShownResponse(owner, id, 'We came back once more.');
  await hide(before);
  expect(await last.isShown()).toBe(true);
});
