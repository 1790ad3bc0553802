import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import { person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, transition } from '../../test/make.ts';
import { answer, makeEnquiry, makeInteraction } from '../../test/make-enquiry.ts';
import { decideModeration, makeReview } from '../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ limits: { 'profile-mutation': 1000, report: 1000, review: 1000 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const door = 'The door code is 4512, third floor left.';
const erase = ({ userId }: Actor) =>
  service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });

/** Sends the request with a key, and returns what sends it again. */
async function send(actor: Actor, path: string, body?: object) {
  const request = { actor, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) };
  const first = await service.post(path, request);
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
  return async () => {
    const again = await service.post(path, request);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([first.status, 'true']);
    return JSON.stringify(again.body);
  };
}

test.each(['accept', 'close'])(
  'P2 after an erasure a repeated `%s` shows nothing that the customer wrote',
  async (verb) => {
    const owner = await makePublished(service);
    const { id, customer } = await makeEnquiry(service, owner);
    await answer(service, customer, id, 'messages', { text: door });
    // The provider reads nothing of one that it closes before it accepts.
    if (verb === 'close') await answer(service, owner.actor, id, 'accept');
    const repeat = await send(owner.actor, `/enquiries/${id}/${verb}`);
    expect(await repeat()).toContain(door);
    await erase(customer);
    expect(await repeat()).not.toContain(door);
    const { body: read } = await service.get(`/enquiries/${id}`, { actor: owner.actor });
    expect(JSON.parse(await repeat())).toEqual(read);
  },
);

test('P2 after an erasure repeats of a dispute show no statement of the customer', async () => {
  const owner = await makePublished(service);
  const { interactionId, customer } = await makeInteraction(service, owner);
  const statement = 'It was agreed and paid in full.';
  const opened = await service.post(`/interactions/${interactionId}/disputes`, {
    actor: customer,
    body: { reasonCode: 'other', statement: door },
  });
  const stated = await send(owner.actor, `/disputes/${opened.body.id}/statements`, { text: statement });
  expect(await stated()).toContain(door);
  await erase(customer);
  expect(await stated()).not.toContain(door);
  expect(await stated()).toContain(statement);
});

test('P2 after an erasure a repeated withdrawal of a dispute shows no statement of the customer', async () => {
  const owner = await makePublished(service);
  const { interactionId, customer } = await makeInteraction(service, owner);
  const path = `/interactions/${interactionId}/disputes`;
  const body = { reasonCode: 'other', statement: 'The bill was never paid.' };
  const opened = await send(owner.actor, path, body);
  const { id } = JSON.parse(await opened());
  await service.post(`/disputes/${id}/statements`, { actor: customer, body: { text: door } });
  const withdrawn = await send(owner.actor, `/disputes/${id}/withdraw`);
  for (const repeat of [opened, withdrawn]) expect(await repeat()).toContain(door);
  await erase(customer);
  for (const repeat of [opened, withdrawn]) expect(await repeat()).not.toContain(door);
});

test('P2 after an erasure a repeated appeal of the provider shows no review', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeReview(service, owner);
  await decideModeration(service, id, 'approved');
  const repeat = await send(owner.actor, `/reviews/${id}/appeals`, { statement: 'They were never here.' });
  expect(await repeat()).toContain('repaired the sockets');
  await erase(customer);
  expect(await repeat()).not.toContain('repaired the sockets');
});

test('D2 a repeat is for who may read the enquiry now', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  const request = { actor: owner.actor, headers: { 'idempotency-key': randomUUID() } };
  expect((await service.post(`/enquiries/${id}/close`, request)).status).toBe(200);
  expect((await transition(service, owner.actor, owner.id, 'close')).status).toBe(200);
  expect((await service.post(`/enquiries/${id}/close`, request)).status).toBe(404);
  expect((await service.get(`/enquiries/${id}`, { actor: customer })).status).toBe(200);
});

test('P2 an erasure deletes the stored answers of the person', async () => {
  const owner = await makePublished(service);
  const customer = person();
  await makeEnquiry(service, owner, customer);
  const stored = async () =>
    (await sql`select from idempotency_key where actor = ${customer.userId}`.execute(service.db)).rows.length;
  expect(await stored()).toBe(1);
  await erase(customer);
  expect(await stored()).toBe(0);
});
