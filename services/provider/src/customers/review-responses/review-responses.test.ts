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
  // The interaction of its author is a day older than the response.
  service.advanceClock(86_400);
  return { owner, review, id: await publish(owner, review.id) };
}
async function publish(owner: Owner, reviewId: string, text?: string): Promise<string> {
  const { body } = await respond(owner, reviewId, text);
  await decideModeration(service, body.id, 'approved');
  return body.id;
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

const withdrawnIds = async () => (await service.emitted(moderationWithdrawn)).map(({ subjectId }) => subjectId);

test('a response is public once an operator approved it, and its author reads that it waits', async () => {
  const { owner, review, id } = await makeResponse();
  const replaced = await respond(owner, review.id, 'Ask at 12, rue des Lilas, code 4711.');
  expect(replaced).toMatchObject({ status: 200, body: { state: 'pending' } });
  expect(await respond(owner, review.id, replaced.body.text)).toMatchObject({ body: { id: replaced.body.id } });
  expect(await shown(owner)).toBeNull();
  expect(await own(owner)).toMatchObject({ id: replaced.body.id, state: 'pending' });
  expect((await service.get(`/reviews/${review.id}`, { actor: review.customer })).body.response).toBeNull();
  expect(await flag(review.id, 'personal_data')).toMatchObject({ status: 404 });
  expect(await moderationsOf(service, replaced.body.id)).toMatchObject([
    {
      kind: 'review_response',
      round: 1,
      reasonCode: 'pending',
      involvedIds: [owner.actor.userId, review.customer.userId],
    },
  ]);
  const read = await service.get(`/review-responses/${replaced.body.id}`, { actor: operator('supervisor') });
  expect(read.body).toMatchObject({ response: { text: replaced.body.text, state: 'pending' } });

  await decideModeration(service, id, 'approved');
  expect(await shown(owner)).toBeNull();
  await decideModeration(service, replaced.body.id, 'refused', 'personal_data');
  expect(await shown(owner)).toBeNull();
  expect(await own(owner)).toMatchObject({ state: 'rejected' });
  expect(await flag(review.id, 'personal_data')).toMatchObject({ status: 404 });
  await publish(owner, review.id, 'Thank you all the same.');
  expect(await shown(owner)).toMatchObject({ text: 'Thank you all the same.' });
  const notified = (await service.emitted(notificationRequested.provider)).filter(
    ({ template, providerId }) => template.startsWith('review_response') && providerId === owner.id,
  );
  expect(notified.map(({ template }) => template.slice('review_response_'.length))).toEqual([
    ...['published', 'rejected', 'published'],
  ]);
});

test('a text that waits is examined no more once it is replaced or deleted, or its review withdrawn', async () => {
  const { owner, review } = await makeResponse();
  const first = await respond(owner, review.id, 'One.');
  const second = await respond(owner, review.id, 'Two.');
  expect(await withdrawnIds()).toContain(first.body.id);
  expect(await service.delete(pathOf(owner, review.id), { actor: owner.actor })).toMatchObject({ status: 204 });
  expect(await withdrawnIds()).toContain(second.body.id);
  const third = await respond(owner, review.id, 'Three.');
  await service.post(`/reviews/${review.id}/withdraw`, { actor: review.customer });
  expect(await withdrawnIds()).toContain(third.body.id);
});

test('the database publishes a waiting response by an approval only, and never changes a text', async () => {
  const { owner, review } = await makeResponse();
  const { id } = (await respond(owner, review.id, 'Another text.')).body;
  for (const change of [sql`state = 'published', is_hidden = false`, sql`is_hidden = false`, sql`text = 'Other.'`])
    await expect(sql`update review_response set ${change} where id = ${id}`.execute(service.db)).rejects.toThrow(
      /by a decision|unread_is_hidden|immutable/,
    );
});

test('a flagged response is examined like a review; its text stays until the decision', async () => {
  const { owner, review, id } = await makeResponse();
  const flagger = person();
  expect(await flag(review.id, 'off_topic', flagger)).toMatchObject({ status: 201, body: { reviewId: review.id } });
  expect(await flag(review.id, 'harmful', flagger)).toMatchObject({ status: 409 });
  expect(await shown(owner)).toMatchObject({ text: 'Thank you.' });
  expect(await own(owner)).toMatchObject({ id, state: 'flagged' });
  expect(await respond(owner, review.id, 'Another text.')).toMatchObject({ status: 409 });
  const { actor } = owner;
  expect((await moderationsOf(service, id)).at(-1)).toMatchObject({
    ...{ kind: 'review_response', round: 2, involvedIds: [actor.userId, review.customer.userId, flagger.userId] },
  });
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
    ...['review_response_published', 'review_response_kept', 'review_response_kept', 'review_response_removed'],
  ]);

  const read = async (by: Actor) => service.get(`/review-responses/${id}`, { actor: by });
  const moderated = { response: { id, state: 'removed' }, moderations: [{}, {}, {}, { decisionReason: 'illegal' }] };
  for (const by of [actor, operator('supervisor')]) expect(await read(by)).toMatchObject({ body: moderated });
  for (const by of [person(), review.customer, operator('triage')])
    expect(await read(by)).toMatchObject({ status: 404 });
});

test('a kept response that is replaced has no flags: the next harmful one hides it again', async () => {
  const { owner, review, id } = await makeResponse();
  await flag(review.id, 'harmful', review.customer);
  await decideModeration(service, id, 'approved');
  service.advanceClock(1);
  expect(await publish(owner, review.id, 'Another text.')).not.toBe(id);
  await flag(review.id, 'harmful', operator('supervisor'));
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
  expect(again).toMatchObject({ status: 200, body: { state: 'pending' } });
  expect(again.body.id).not.toBe(id);
  expect((await service.audited('deleteReviewResponse')).at(-1)).toMatchObject({ objectId: id });
});

test('P2 the erasure of its author deletes a response and ends its examination', async () => {
  const { owner, review, id } = await makeResponse();
  await flag(review.id, 'harmful');
  const { userId } = owner.actor;
  await service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
  expect(await withdrawnIds()).toContain(id);
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
