import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { enquiryChanged, moderationWithdrawn } from '@trust/contracts/events/customers';
import { invitationAccepted } from '@trust/contracts/events/representatives';
import { person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { answer, enquire, makeEnquiry, makeInteraction } from '../../../test/make-enquiry.ts';
import { decideModeration, makeReview, writeReview } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { waitForLocks } from '../../../test/wait-for-locks.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const separated = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const path = (of: Owner) => `/providers/${of.id}/representatives`;
const statement = { reasonCode: 'quality', statement: 'The socket still gives no power at all.' };
const dispute = (actor: Actor, interactionId: string) =>
  service.post(`/interactions/${interactionId}/disputes`, { actor, body: statement });
const reviewsOf = async (of: Owner) => (await service.get(`/public/providers/${of.publicId}/reviews`)).body;
const stateOf = async (of: string, actor: Actor) => (await service.get(of, { actor })).body.state;

/** Invited and accepted, as identity announces it. */
async function join(of: Owner, { userId }: Actor): Promise<string> {
  const invited = await service.post(path(of), {
    actor: of.actor,
    body: { channel: 'email', identifier: `${randomUUID()}@example.org`, role: 'manager' },
  });
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(invitationAccepted, { invitationId: invited.body.id, userId, occurredAt });
  service.advanceClock(1);
  return invited.body.id;
}

/** Without what an acceptance ends, as from before the rule. */
async function insertRepresentative(of: Owner, { userId }: Actor): Promise<void> {
  const row = { id: randomUUID(), provider_id: of.id, user_id: userId, assigned_at: service.clock.now };
  await service.db
    .insertInto('representative')
    .values({ ...row, role: 'manager' })
    .execute();
}

test('Z3 who comes to represent a provider is its customer no more: enquiries, reviews and disputes end', async () => {
  const of = await makePublished(service);
  const customer = person();
  const { id, interactionId } = await makeInteraction(service, of, customer);
  const review = (await writeReview(service, customer, interactionId)).body;
  await decideModeration(service, review.id, 'approved');
  const opened = (await dispute(customer, interactionId)).body;
  const [bystander, other] = [await makeEnquiry(service, of), await makePublished(service)];
  const elsewhere = await makeEnquiry(service, other, customer);
  expect(await reviewsOf(of)).toMatchObject({ counts: { published: 1 } });
  await join(of, customer);
  expect(await reviewsOf(of)).toMatchObject({ counts: { published: 0, recommended: 0 }, items: [] });
  expect(await stateOf(`/reviews/${review.id}`, customer)).toBe('withdrawn');
  expect(await stateOf(`/disputes/${opened.id}`, customer)).toBe('withdrawn');
  const closed = (await service.get(`/enquiries/${id}`, { actor: of.actor })).body;
  expect(closed).toMatchObject({ state: 'closed', endedBy: 'customer', contact: null });
  expect(await stateOf(`/enquiries/${bystander.id}`, of.actor)).toBe('sent');
  expect(await stateOf(`/enquiries/${elsewhere.id}`, other.actor)).toBe('sent');
  const told = (await service.emitted(notificationRequested.provider)).filter(
    ({ template }) => template === 'enquiry_closed' || template === 'dispute_withdrawn',
  );
  expect(told.map(({ template, userId, providerId }) => [template, userId, providerId])).toEqual([
    ['dispute_withdrawn', null, of.id],
    ['enquiry_closed', null, of.id],
  ]);
  const ended = (await service.emitted(moderationWithdrawn)).map(({ subjectId }) => subjectId);
  expect(ended).toEqual([opened.id]);
  const states = (await service.emitted(enquiryChanged)).filter(({ enquiryId }) => enquiryId === id);
  expect(states.at(-1)).toMatchObject({ state: 'closed' });
});

test('Z3 nobody decides about a review whose author came to represent the provider, also on appeal', async () => {
  const of = await makePublished(service);
  const [waiting, rejected] = [await makeReview(service, of), await makeReview(service, of)];
  await decideModeration(service, rejected.id, 'refused', 'not_genuine');
  const appeal = (actor: Actor) =>
    service.post(`/reviews/${rejected.id}/appeals`, { actor, body: { statement: 'It is my own experience.' } });
  expect(await appeal(rejected.customer)).toMatchObject({ status: 201 });
  for (const { customer } of [waiting, rejected]) await join(of, customer);
  for (const { id } of [waiting, rejected]) await decideModeration(service, id, 'approved');
  expect(await stateOf(`/reviews/${waiting.id}`, waiting.customer)).toBe('withdrawn');
  expect(await stateOf(`/reviews/${rejected.id}`, rejected.customer)).toBe('rejected');
  expect(await appeal(rejected.customer)).toMatchObject(separated);
  expect(await reviewsOf(of)).toMatchObject({ counts: { published: 0 }, items: [] });
});

test('Z3 who ever represented a provider writes no review of it, though they left and sent an enquiry', async () => {
  const of = await makePublished(service);
  const former = person();
  const assignmentId = await join(of, former);
  expect(await enquire(service, of.publicId, former)).toMatchObject(separated);
  await service.delete(`${path(of)}/${assignmentId}`, { actor: former });
  service.advanceClock(1);
  const { interactionId } = await makeInteraction(service, of, former);
  expect(await writeReview(service, former, interactionId)).toMatchObject(separated);
  // Work that went wrong is no opinion.
  const opened = await dispute(former, interactionId);
  expect(opened).toMatchObject({ status: 201 });
  await decideModeration(service, opened.body.id, 'for_provider', 'statement_confirmed');
  const appeal = { actor: former, body: { statement: 'The socket still gives no power.' } };
  expect(await service.post(`/disputes/${opened.body.id}/appeals`, appeal)).toMatchObject({ status: 201 });
  await expect(
    sql`insert into review (interaction_id, author_id, provider_id, category_key, is_recommended, text, submitted_at)
      select id, customer_id, provider_id, category_key, true, 'x', recorded_at from interaction
      where id = ${interactionId}`.execute(service.db),
  ).rejects.toMatchObject({ constraint: 'customer_is_no_representative' });
});

test('Z3 an enquiry of who represents the provider, or did since, is neither accepted nor handed off', async () => {
  const of = await makePublished(service);
  const [sent, accepted, handedOff] = [
    await makeEnquiry(service, of),
    await makeEnquiry(service, of),
    await makeInteraction(service, of),
  ];
  await answer(service, of.actor, accepted.id, 'accept');
  service.advanceClock(1);
  for (const { customer } of [sent, accepted, handedOff]) await insertRepresentative(of, customer);
  const all = async () => [
    await answer(service, of.actor, sent.id, 'accept'),
    await answer(service, of.actor, accepted.id, 'contact-handoff'),
    await dispute(handedOff.customer, handedOff.interactionId),
  ];
  for (const refused of await all()) expect(refused).toMatchObject(separated);
  service.advanceClock(1);
  await sql`update representative set ended_at = ${service.clock.now}
    where provider_id = ${of.id} and role = 'manager'`.execute(service.db);
  for (const refused of await all()) expect(refused).toMatchObject(separated);
  expect(await answer(service, of.actor, sent.id, 'close')).toMatchObject({ status: 200 });
});

test('Z3 nobody responds to their own review, nor appeals a dispute with themselves', async () => {
  const of = await makePublished(service);
  const { id, customer, interactionId } = await makeReview(service, of);
  await decideModeration(service, id, 'approved');
  const opened = (await dispute(customer, interactionId)).body;
  await decideModeration(service, opened.id, 'for_provider', 'statement_confirmed');
  service.advanceClock(1);
  await insertRepresentative(of, customer);
  const respond = { actor: customer, body: { text: 'Thank you, dear customer.' } };
  expect(await service.put(`/providers/${of.id}/reviews/${id}/response`, respond)).toMatchObject(separated);
  const appeal = { actor: customer, body: { statement: 'The socket still gives no power.' } };
  expect(await service.post(`/disputes/${opened.id}/appeals`, appeal)).toMatchObject(separated);
});

test('Z3 M3 a review waits for an acceptance that has begun, and is then refused', async () => {
  const of = await makePublished(service);
  const { customer, interactionId } = await makeInteraction(service, of);
  const written = await service.db.transact(async (trx) => {
    await sql`select from provider where id = ${of.id} for update`.execute(trx);
    const row = { id: randomUUID(), provider_id: of.id, user_id: customer.userId, assigned_at: service.clock.now };
    await trx
      .insertInto('representative')
      .values({ ...row, role: 'manager' })
      .execute();
    const waiting = writeReview(service, customer, interactionId);
    await waitForLocks(service, 1);
    return { waiting };
  });
  expect(await written.waiting).toMatchObject(separated);
});
