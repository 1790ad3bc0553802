import type { Actor } from '@trust/contracts/actor';
import { moderationRead, moderationRequested } from '@trust/contracts/events/customers';
import { moderationDecided } from '@trust/contracts/events/operations';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { makeInteraction } from '../../../test/make-enquiry.ts';
import { decideModeration, makeReview, moderationsOf } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const moderator = operator('supervisor');
const announced = async (subjectId: string) =>
  (await service.emitted(moderationRead)).filter((one) => one.subjectId === subjectId);
/** Waits for the reads of the last response, which are announced after it. */
const readsOf = async (subjectId: string, count: number) => {
  await expect.poll(async () => (await announced(subjectId)).length).toBe(count);
  return announced(subjectId);
};
const read = (path: string, actor: Actor) => service.get(path, { actor });

async function dispute() {
  const { customer, interactionId } = await makeInteraction(service, owner);
  const body = { reasonCode: 'no_show', statement: 'Nobody came on the agreed day.' };
  const opened = await service.post(`/interactions/${interactionId}/disputes`, { actor: customer, body });
  return { customer, id: opened.body.id as string };
}

test('T2 a read by an operator who may decide is announced, not HEAD, nor one by its author', async () => {
  const { customer, id } = await makeReview(service, owner);
  const [asked] = await moderationsOf(service, id);
  await read(`/reviews/${id}`, customer);
  await read(`/reviews/${id}`, operator('reviewer'));
  expect((await service.open(`/reviews/${id}`, { actor: moderator, method: 'HEAD' })).status).toBe(200);
  expect((await read(`/reviews/${id}`, moderator)).status).toBe(200);
  expect(await readsOf(id, 1)).toEqual([
    {
      ...{ requestId: asked?.requestId, subjectId: id, round: 1, contentRevision: 1, readerId: moderator.userId },
      occurredAt: service.clock.now.toISOString(),
    },
  ]);
  await decideModeration(service, id, 'approved');
  await read(`/reviews/${id}`, moderator);
  const another = await makeReview(service, owner);
  await read(`/reviews/${another.id}`, moderator);
  await readsOf(another.id, 1);
  expect(await announced(id)).toHaveLength(1);
});

test('T2 readings of responses, names, reports and disputes are announced too', async () => {
  const review = await makeReview(service, owner);
  await decideModeration(service, review.id, 'approved');
  const path = `/providers/${owner.id}/reviews/${review.id}/response`;
  const answered = await service.put(path, { actor: owner.actor, body: { text: 'We thank you for your trust.' } });
  const body = { reasonCode: 'unsafe', statement: 'The ladder was broken.' };
  const reported = await service.post(`/public/providers/${owner.publicId}/reports`, { actor: person(), body });
  const authenticatedAt = Math.floor(service.clock.now.getTime() / 1000);
  const name = { actor: { ...owner.actor, authenticatedAt }, body: { displayName: 'Volta and Daughters' } };
  expect((await service.patch('/provider-workspace/me/profile', name)).status).toBe(200);
  const nameId = (await service.emitted(moderationRequested)).at(-1)?.subjectId;
  for (const [route, id] of [
    ['review-responses', answered.body.id],
    ['display-names', nameId],
    ['provider-reports', reported.body.id],
    ['disputes', (await dispute()).id],
  ] as const) {
    expect((await read(`/${route}/${id}`, moderator)).status).toBe(200);
    expect(await readsOf(id, 1)).toMatchObject([{ readerId: moderator.userId }]);
  }
});

test('T2 each statement makes a new revision of a dispute, and an appeal shows its statement', async () => {
  const { customer, id } = await dispute();
  await read(`/disputes/${id}`, moderator);
  await readsOf(id, 1);
  const state = (actor: Actor) =>
    service.post(`/disputes/${id}/statements`, { actor, body: { text: 'I called the day before.' } });
  for (const actor of [customer, owner.actor, owner.actor]) expect((await state(actor)).status).toBe(201);
  expect((await moderationsOf(service, id)).map(({ contentRevision }) => contentRevision)).toEqual([1, 2, 3, 4]);
  await read(`/disputes/${id}`, moderator);
  expect((await readsOf(id, 2)).map(({ contentRevision }) => contentRevision)).toEqual([1, 4]);
  await decideModeration(service, id, 'for_customer', 'statement_confirmed');
  const statement = 'The call is not in my list of calls.';
  await service.post(`/disputes/${id}/appeals`, { actor: owner.actor, body: { statement } });
  for (const actor of [customer, owner.actor, moderator])
    expect((await read(`/disputes/${id}`, actor)).body).toMatchObject({ appeal: { state: 'open', statement } });
  expect((await readsOf(id, 3)).at(-1)).toMatchObject({ round: 2, contentRevision: 1 });
});

test('T2 a decision without the last statement of a dispute has no effect, and operators are asked again', async () => {
  const { customer, id } = await dispute();
  const text = 'The invoice shows another price.';
  for (const actor of [owner.actor, customer])
    await service.post(`/disputes/${id}/statements`, { actor, body: { text } });
  const decision = (round: number, contentRevision: number) =>
    service.deliver(moderationDecided, {
      ...{ subjectId: id, kind: 'dispute', round, contentRevision, providerId: owner.id },
      ...{ outcome: 'for_customer', reasonCode: 'no_response', occurredAt: service.clock.now.toISOString() },
    });
  await decision(1, 2);
  await decision(1, 2);
  expect((await read(`/disputes/${id}`, customer)).body).toMatchObject({ state: 'under_review', outcome: null });
  const asked = (await moderationsOf(service, id)).at(-1);
  expect(asked).toMatchObject({ round: 2, isAppeal: false, contentRevision: 1 });
  expect(asked?.readyAt).toBe(service.clock.now.toISOString());
  await decision(2, 1);
  expect((await read(`/disputes/${id}`, customer)).body).toMatchObject({ state: 'resolved', outcome: 'for_customer' });
});
