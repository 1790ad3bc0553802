import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { moderationWithdrawn } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { operator, person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { decideModeration, makeReview, moderationsOf } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { responseStates, transitions } from './states.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

async function makeResponse() {
  const owner = await makePublished(service);
  const review = await makeReview(service, owner);
  await decideModeration(service, review.id, 'approved');
  // The interaction of its author is earlier than the response.
  service.advanceClock(1);
  const { body } = await respond(owner, review.id);
  return { owner, review, id: body.id as string };
}
const pathOf = (owner: Owner, reviewId: string) => `/providers/${owner.id}/reviews/${reviewId}/response`;
const respond = (owner: Owner, reviewId: string, text = 'Thank you.') =>
  service.put(pathOf(owner, reviewId), { actor: owner.actor, body: { text } });
const flag = (reviewId: string, reasonCode: string, actor = person()) =>
  service.post(`/reviews/${reviewId}/response/flags`, { actor, body: { reasonCode } });
const shown = async (owner: Owner) =>
  (await service.get(`/public/providers/${owner.publicId}/reviews`)).body.items[0].response;
const own = async (owner: Owner) =>
  (await service.get(`/providers/${owner.id}/reviews`, { actor: owner.actor })).body.items[0].response;

test('a flagged response is examined like a review; its text stays until the decision', async () => {
  const { owner, review, id } = await makeResponse();
  const flagger = person();
  expect(await flag(review.id, 'off_topic', flagger)).toMatchObject({ status: 201, body: { reviewId: review.id } });
  expect(await flag(review.id, 'harmful', flagger)).toMatchObject({ status: 409 });
  expect(await shown(owner)).toMatchObject({ text: 'Thank you.' });
  expect(await own(owner)).toMatchObject({ id, state: 'flagged' });
  expect(await respond(owner, review.id, 'Another text.')).toMatchObject({ status: 409 });
  const { actor } = owner;
  expect(await moderationsOf(service, id)).toMatchObject([
    { kind: 'review_response', round: 1, involvedIds: [actor.userId, review.customer.userId, flagger.userId] },
  ]);
  await decideModeration(service, id, 'approved');
  expect(await own(owner)).toMatchObject({ state: 'published' });
  expect(await flag(review.id, 'harmful', review.customer)).toMatchObject({ status: 201 });
  expect(await shown(owner)).toBeNull();
  await decideModeration(service, id, 'approved');
  expect(await shown(owner)).toMatchObject({ text: 'Thank you.' });
  expect(await flag(review.id, 'illegal')).toMatchObject({ status: 201 });
  expect(await shown(owner)).toMatchObject({ text: 'Thank you.' });
  await decideModeration(service, id, 'refused', 'illegal');
  expect(await shown(owner)).toBeNull();
  expect(await own(owner)).toMatchObject({ state: 'removed' });
  for (const answer of [await respond(owner, review.id), await service.delete(pathOf(owner, review.id), { actor })])
    expect(answer).toMatchObject({ status: 409 });
  expect(await flag(review.id, 'off_topic')).toMatchObject({ status: 404 });
  const notified = (await service.emitted(notificationRequested.provider)).filter(
    ({ template, providerId }) => template.startsWith('review_response') && providerId === owner.id,
  );
  expect(notified.map(({ template }) => template)).toEqual([
    ...['review_response_kept', 'review_response_kept', 'review_response_removed'],
  ]);

  const read = async (by: Actor) => service.get(`/review-responses/${id}`, { actor: by });
  const moderated = { response: { id, state: 'removed' }, moderations: [{}, {}, { decisionReason: 'illegal' }] };
  for (const by of [actor, operator('supervisor')]) expect(await read(by)).toMatchObject({ body: moderated });
  for (const by of [person(), review.customer, operator('triage')])
    expect(await read(by)).toMatchObject({ status: 404 });
});

test('a kept response that is replaced has no flags: the next harmful one hides it again', async () => {
  const { owner, review, id } = await makeResponse();
  await flag(review.id, 'harmful', review.customer);
  await decideModeration(service, id, 'approved');
  service.advanceClock(1);
  const replaced = await respond(owner, review.id, 'Another text.');
  expect(replaced).toMatchObject({ status: 200, body: { state: 'published' } });
  expect(replaced.body.id).not.toBe(id);
  await flag(review.id, 'harmful', review.customer);
  expect(await shown(owner)).toBeNull();
});

test('its provider deletes a response that nobody examines, and can respond again', async () => {
  const { owner, review, id } = await makeResponse();
  const other = await makePublished(service);
  const remove = (by: Owner) =>
    service.delete(`/providers/${by.id}/reviews/${review.id}/response`, { actor: by.actor });
  expect(await remove(other)).toMatchObject({ status: 404 });
  await flag(review.id, 'off_topic');
  expect(await remove(owner)).toMatchObject({ status: 409 });
  await decideModeration(service, id, 'approved');
  expect(await remove(owner)).toMatchObject({ status: 204 });
  expect(await remove(owner)).toMatchObject({ status: 404 });
  expect(await shown(owner)).toBeNull();
  const again = await respond(owner, review.id, 'Once more.');
  expect(again).toMatchObject({ status: 200, body: { state: 'published' } });
  expect(again.body.id).not.toBe(id);
  expect((await service.audited('deleteReviewResponse')).at(-1)).toMatchObject({ objectId: id });
});

test('P2 the erasure of its author deletes a response and ends its examination', async () => {
  const { owner, review, id } = await makeResponse();
  await flag(review.id, 'harmful');
  const { userId } = owner.actor;
  await service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
  expect((await service.emitted(moderationWithdrawn)).map(({ subjectId }) => subjectId)).toContain(id);
  const left = await service.db.selectFrom('review_response').select('id').where('id', '=', id).execute();
  expect(left).toEqual([]);
});

test('M1 M2 the database accepts the listed transitions of a response only', async () => {
  const { rows } = await sql<{ move: string }>`
    select from_state || ' ' || to_state as move from allowed_transition where thing = 'review_response'`.execute(
    service.db,
  );
  const all = responseStates.flatMap((from) => transitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ move }) => move).sort()).toEqual(all.sort());
  const { id } = await makeResponse();
  await expect(sql`update review_response set state = 'removed' where id = ${id}`.execute(service.db)).rejects.toThrow(
    'review_response cannot go from published to removed',
  );
});
