import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationWithdrawn, reviewChanged } from '@trust/contracts/events/customers';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, namePerson, type Owner, transition } from '../../../test/make.ts';
import { makeInteraction, verifyContact } from '../../../test/make-enquiry.ts';
import { decideModeration, makeReview, writeReview } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

test('authors list their reviews in every state, newest first, over pages; others see none', async () => {
  const customer = person();
  const written: string[] = [];
  for (let count = 0; count < 3; count++) {
    const of = await makePublished(service);
    const { interactionId } = await makeInteraction(service, of, customer);
    written.unshift((await writeReview(service, customer, interactionId)).body.id);
    service.advanceClock(1);
  }
  await decideModeration(service, written[0] ?? '', 'approved');
  await decideModeration(service, written[1] ?? '', 'refused', 'off_topic');
  const first = await service.get('/account/reviews?limit=2', { actor: customer });
  expect(first.body.items).toMatchObject([
    { id: written[0], state: 'published', displayName: 'Volta Électricité', response: null },
    { id: written[1], state: 'rejected', publishedAt: null },
  ]);
  const second = await service.get(`/account/reviews?limit=2&cursor=${first.body.nextCursor}`, { actor: customer });
  expect(second.body).toMatchObject({ items: [{ id: written[2], state: 'pending' }], nextCursor: null });
  expect(idsOf(await service.get('/account/reviews', { actor: owner.actor }))).toEqual([]);
});

test('a second review of an interaction is a conflict that names the first, for its author only', async () => {
  const { customer, interactionId, id } = await makeReview(service, owner);
  const again = await writeReview(service, customer, interactionId);
  expect(again).toMatchObject({ status: 409, body: { existingId: id } });
  const stranger = await writeReview(service, person(), interactionId);
  expect(stranger.status).toBe(404);
  expect(stranger.body).not.toHaveProperty('existingId');
});

test('a provider that is not public lists its published reviews with its responses', async () => {
  const of = await makePublished(service);
  const [shown, hidden, waiting] = [
    await makeReview(service, of),
    await makeReview(service, of),
    await makeReview(service, of),
  ];
  for (const { id } of [shown, hidden]) {
    await decideModeration(service, id, 'approved');
    service.advanceClock(1);
  }
  const path = `/providers/${of.id}/reviews`;
  await service.put(`${path}/${shown.id}/response`, { actor: of.actor, body: { text: 'Thank you.' } });
  await service.post(`/reviews/${hidden.id}/flags`, { actor: operator('supervisor'), body: { reasonCode: 'harmful' } });
  await transition(service, of.actor, of.id, 'unpublish');
  const listed = await service.get(path, { actor: of.actor });
  expect(listed.body.items).toMatchObject([
    { id: hidden.id, isHidden: true, isFlagged: true, response: null },
    { id: shown.id, isHidden: false, response: { text: 'Thank you.' } },
  ]);
  expect(JSON.stringify(listed.body)).not.toContain(waiting.id);
  expect(await service.get(path, { actor: owner.actor })).toMatchObject({ status: 404 });
});

test('P4 a provider reads no interaction and no time of a review, and its id does not tell the time', async () => {
  const of = await makePublished(service);
  const { id, customer, interactionId } = await makeReview(service, of);
  service.advanceClock(1);
  await decideModeration(service, id, 'approved');
  const day = service.clock.now.toISOString().slice(0, 10);
  const read = async (path: string, actor?: Actor) => (await service.get(path, actor ? { actor } : {})).body;
  const one = await read(`/reviews/${id}`, of.actor);
  expect(one).toMatchObject({
    ...{ interactionId: null, submittedAt: null, submittedOn: day, publishedAt: null, publishedOn: day },
    moderations: [{ requestedAt: null, requestedOn: day, decidedAt: null, decidedOn: day }],
  });
  const appealed = await service.post(`/reviews/${id}/appeals`, {
    actor: of.actor,
    body: { statement: 'Nobody of that name was a customer.' },
  });
  const mine = await read(`/providers/${of.id}/reviews`, of.actor);
  const shown = await read(`/public/providers/${of.publicId}/reviews`);
  expect([mine.items[0].publishedOn, shown.items[0].publishedOn]).toEqual([day, day]);
  for (const answer of [one, appealed.body, mine, shown])
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${interactionId}|\\d\\dT\\d\\d:`));
  // The third group of a time-based id begins with 7.
  expect(id[14]).toBe('4');
  for (const actor of [customer, operator('supervisor')])
    expect(await read(`/reviews/${id}`, actor)).toMatchObject({
      interactionId,
      submittedAt: expect.stringContaining('T'),
      moderations: [{ decidedAt: expect.stringContaining('T') }, {}],
    });
});

test('the newest shown review of one customer counts; operators who moderate see the repetition', async () => {
  const of = await makePublished(service);
  const customer = person();
  const ids: string[] = [];
  for (const isRecommended of [true, true, false]) {
    const { id: enquiryId, interactionId } = await makeInteraction(service, of, customer);
    // One enquiry is open at a time.
    await service.post(`/enquiries/${enquiryId}/close`, { actor: customer });
    const { id } = (await writeReview(service, customer, interactionId, { isRecommended })).body;
    await decideModeration(service, id, 'approved');
    service.advanceClock(1);
    ids.push(id);
  }
  const [first = '', second = '', newest = ''] = ids;
  const counts = async () => (await service.get(`/public/providers/${of.publicId}/reviews`)).body.counts;
  expect(await counts()).toMatchObject({ published: 1, recommended: 0 });
  const others = async (id: string, actor: Actor) =>
    (await service.get(`/reviews/${id}`, { actor })).body.otherReviewsByAuthor;
  expect(await others(first, operator('supervisor'))).toBe(2);
  for (const actor of [customer, of.actor]) expect(await others(first, actor)).toBeNull();
  await service.post(`/reviews/${newest}/withdraw`, { actor: customer });
  expect(await counts()).toMatchObject({ published: 1, recommended: 1 });
  const once = await makeReview(service, of);
  await decideModeration(service, once.id, 'approved');
  expect(await counts()).toMatchObject({ published: 2, recommended: 2 });
  expect(await others(once.id, operator('supervisor'))).toBe(0);
  expect(await others(second, operator('supervisor'))).toBe(2);
});

test('T10 operators who moderate see reviews by other accounts of the mailbox of the author', async () => {
  const of = await makePublished(service);
  const mailbox = `${randomUUID()}@example.org`;
  const written: string[] = [];
  for (const contacts of [
    [mailbox],
    [mailbox.replace('@', '+1@'), '+33612345678'],
    [`a.${mailbox}`],
    ['+33612345679'],
  ]) {
    const { customer, interactionId } = await makeInteraction(service, of);
    written.push((await writeReview(service, customer, interactionId)).body.id);
    await verifyContact(service, customer, contacts);
  }
  const read = (id: string) => service.get(`/reviews/${id}`, { actor: operator('supervisor') });
  const others = await Promise.all(written.map(async (id) => (await read(id)).body.otherReviewsByAuthor));
  expect(others).toEqual([1, 1, 0, 0]);
});

test('an author withdraws a review that waits or is shown, once and for good', async () => {
  const of = await makePublished(service);
  const [waiting, shown, flagged] = [
    await makeReview(service, of),
    await makeReview(service, of),
    await makeReview(service, of),
  ];
  for (const { id } of [shown, flagged]) await decideModeration(service, id, 'approved');
  await service.post(`/reviews/${flagged.id}/flags`, { actor: person(), body: { reasonCode: 'harmful' } });
  const withdraw = (id: string, actor = person()) => service.post(`/reviews/${id}/withdraw`, { actor });
  expect(await withdraw(shown.id)).toMatchObject({ status: 404 });
  expect(await withdraw(shown.id, of.actor)).toMatchObject({ status: 404 });
  for (const { id, customer } of [waiting, shown, flagged]) {
    expect(await withdraw(id, customer)).toMatchObject({ status: 200, body: { id, state: 'withdrawn' } });
    expect(await withdraw(id, customer)).toMatchObject({ status: 400 });
    expect(await service.get(`/reviews/${id}`, { actor: of.actor })).toMatchObject({ status: 404 });
    // A decision that comes late changes nothing.
    await decideModeration(service, id, 'approved');
    expect(await service.get(`/reviews/${id}`, { actor: customer })).toMatchObject({ body: { state: 'withdrawn' } });
  }
  const { body } = await service.get(`/public/providers/${of.publicId}/reviews`);
  expect(body).toMatchObject({ counts: { published: 0, recommended: 0, removed: [], notPublished: [] }, items: [] });
  expect((await service.get(`/providers/${of.id}/reviews`, { actor: of.actor })).body.items).toEqual([]);
  const ended = (await service.emitted(moderationWithdrawn)).map(({ subjectId }) => subjectId);
  expect(ended).toEqual(expect.arrayContaining([waiting.id, flagged.id]));
  expect(ended).not.toContain(shown.id);
  const states = (await service.emitted(reviewChanged)).filter(({ reviewId }) => reviewId === flagged.id);
  expect(states.map(({ state }) => state)).toEqual(['pending', 'published', 'flagged', 'withdrawn']);
  expect(await writeReview(service, shown.customer, shown.interactionId)).toMatchObject({
    status: 409,
    body: { existingId: shown.id },
  });
  expect((await service.audited('withdrawReview')).at(-1)).toMatchObject({ after: { state: 'withdrawn' } });
});

const shownOf = async (of: Owner) =>
  (await service.get(`/public/providers/${of.publicId}/reviews`)).body.items.map(
    ({ isOfEarlierName }: { isOfEarlierName: boolean }) => isOfEarlierName,
  );
const write = async (of: Owner) => decideModeration(service, (await makeReview(service, of)).id, 'approved');

async function rename(of: Owner, givenName: string) {
  const { items } = (await service.get(`/providers/${of.id}/representatives`, { actor: of.actor })).body;
  const body = { representativeId: items[0].id, givenName, familyName: 'Martin' };
  const answer = await service.put('/provider-workspace/me/responsible-person', { actor: of.actor, body });
  expect(answer.status).toBe(200);
}

const register = async ({ actor }: Owner, name: string) =>
  expect((await service.put('/provider-workspace/me/registered-name', { actor, body: { name } })).status).toBe(200);

test('a review of one person says that the name of its time has ended; one of an organisation does not', async () => {
  for (const kind of ['individual', 'organisation']) {
    const of = await makePublished(service, { kind });
    await register(of, 'Petit Services');
    service.advanceClock(60);
    await write(of);
    service.advanceClock(60);
    await namePerson(service, of);
    expect(await shownOf(of)).toEqual([false]);
    service.advanceClock(60);
    await write(of);
    service.advanceClock(60);
    await rename(of, 'Anne');
    service.advanceClock(60);
    await write(of);
    expect(await shownOf(of)).toEqual(kind === 'individual' ? [false, true, false] : [false, false, false]);
    service.advanceClock(60);
    await register(of, 'Martin Services');
    expect(await shownOf(of)).toEqual(Array(3).fill(kind === 'individual'));
  }
});

test('a review says nothing of a name that ended and is declared again', async () => {
  const of = await makePublished(service, { kind: 'individual' });
  const change = async (name: string, givenName: string) => {
    service.advanceClock(60);
    await register(of, name);
    await rename(of, givenName);
    service.advanceClock(60);
  };
  await change('Petit Services', 'Claire');
  await write(of);
  await change('Petit Service', 'Claire');
  expect(await shownOf(of)).toEqual([true]);
  await change('Petit Services', 'Clair');
  expect(await shownOf(of)).toEqual([true]);
  await change('Petit Services', 'Claire');
  expect(await shownOf(of)).toEqual([false]);
  await change('Martin Services', 'Anne');
  await change('Petit Services', 'Claire');
  await write(of);
  expect(await shownOf(of)).toEqual([false, false]);
  await change('Martin Services', 'Claire');
  expect(await shownOf(of)).toEqual([true, true]);
  await change('Petit Services', 'Claire');
  expect(await shownOf(of)).toEqual([false, false]);
});
