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
  service = await startProvider();
  service.app.limits.take = async () => {};
});
afterAll(() => service[Symbol.asyncDispose]());

const flag = (id: string, actor: Actor, reasonCode = 'harmful') =>
  service.post(`/reviews/${id}/flags`, { actor, body: { reasonCode } });
const listed = async (owner: Owner) => (await service.get(`/public/providers/${owner.publicId}/reviews`)).body;

async function makeShownReview() {
  const owner = await makePublished(service);
  const before = (await makeInteraction(service, owner)).customer;
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
  ['its author', (made: Awaited<ReturnType<typeof makeShownReview>>) => made.author],
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
