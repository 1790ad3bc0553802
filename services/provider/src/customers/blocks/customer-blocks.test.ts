import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { personErased } from '@trust/contracts/events/identity';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, inAYear, makeClaim, makePublished, type Owner } from '../../../test/make.ts';
import { answer, enquire, makeEnquiry, makeInteraction, verifyContact } from '../../../test/make-enquiry.ts';
import { writeReview } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const year = 365 * 86_400;
const path = (id: string) => `/enquiries/${id}/customer-block`;
const block = (actor: Actor, id: string) => service.put(path(id), { actor });
const lift = (actor: Actor, id: string) => service.delete(path(id), { actor });
const blocks = async (actor: Actor, query = '') =>
  (await service.get(`/provider-workspace/me/customer-blocks${query}`, { actor })).body;
const plain = ({ status, body }: { status: number; body: object }) => [status, { ...body, requestId: null }];

/** Without a change of the contacts that they have. */
async function askAgain({ publicId }: Owner, actor: Actor, identifier: string) {
  const contact = { channel: 'email', identifier, consent: true };
  const message = 'Two sockets in the kitchen give no power.';
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { publicProviderId: publicId, categoryKey: 'electrician', message, contact };
  return service.post('/enquiries', { actor, headers, body });
}

const erase = ({ userId }: Actor) =>
  service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });

test('a blocked customer gets the answer of a paused service, byte for byte, until the block is lifted', async () => {
  const owner = await makePublished(service);
  const { actor } = owner;
  const { id, customer } = await makeEnquiry(service, owner);
  expect(await block(actor, id)).toMatchObject({ status: 200, body: { state: 'closed', endedBy: 'provider' } });
  const blocked = await enquire(service, owner.publicId, customer);
  expect((await enquire(service, owner.publicId, person())).status).toBe(201);
  await service.put('/provider-workspace/me/availability/electrician', { actor, body: { state: 'paused' } });
  const paused = await enquire(service, owner.publicId, person());
  expect([blocked.status, plain(blocked)]).toEqual([409, plain(paused)]);
  expect(await enquire(service, owner.publicId, customer)).toMatchObject({ status: 409 });

  await service.put('/provider-workspace/me/availability/electrician', { actor, body: { state: 'available' } });
  expect((await lift(actor, id)).status).toBe(204);
  expect((await lift(actor, id)).status).toBe(204);
  expect((await enquire(service, owner.publicId, customer)).status).toBe(201);
});

test('a block closes each open enquiry of the customer, deletes the contact and tells the customer no more', async () => {
  const owner = await makePublished(service);
  const { customer, id, interactionId } = await makeInteraction(service, owner);
  await service.put('/provider-workspace/me/services/plumber', { actor: owner.actor });
  await makeClaim(service, owner.id, { categoryKey: 'plumber' });
  const other = await enquire(service, owner.publicId, customer, { categoryKey: 'plumber' });
  const elsewhere = await makeEnquiry(service, await makePublished(service), customer);
  expect((await block(owner.actor, id)).body).toMatchObject({ state: 'closed', contact: null });
  const read = async (enquiryId: string) => (await service.get(`/enquiries/${enquiryId}`, { actor: customer })).body;
  expect([await read(other.body.id), await read(elsewhere.id)]).toMatchObject([{ state: 'closed' }, { state: 'sent' }]);
  expect(JSON.stringify(await read(id))).not.toMatch(/block/i);
  const told = (await service.emitted(notificationRequested.provider)).filter(
    ({ userId }) => userId === customer.userId,
  );
  expect(told.map(({ template }) => template)).not.toContainEqual(expect.stringMatching(/block/));
  expect(told.filter(({ template }) => template === 'enquiry_closed')).toHaveLength(2);
  expect((await writeReview(service, customer, interactionId)).status).toBe(201);
});

test('representatives list the blocks of their workspace without a name, newest first', async () => {
  const owner = await makePublished(service);
  const other = await makePublished(service);
  const [first, second] = [await makeEnquiry(service, owner), await makeEnquiry(service, owner)];
  for (const { id } of [first, second, second]) {
    service.advanceClock(1);
    expect((await block(owner.actor, id)).status).toBe(200);
  }
  const { items, nextCursor } = await blocks(owner.actor, '?limit=1');
  expect(items).toEqual([{ enquiryId: second.id, categoryKey: 'electrician', blockedAt: expect.any(String) }]);
  expect((await blocks(owner.actor, `?limit=1&cursor=${nextCursor}`)).items).toMatchObject([{ enquiryId: first.id }]);
  expect((await blocks(other.actor)).items).toEqual([]);
  for (const verb of [block, lift]) expect((await verb(other.actor, first.id)).status).toBe(404);
  const { actor: contributor } = await addRepresentative(service, owner.id, 'contributor');
  for (const verb of [block, lift]) expect((await verb(contributor, first.id)).status).toBe(403);
  expect((await blocks(first.customer)).items).toBeUndefined();
});

test('a block counts for every account of the mailbox of the customer', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  const [same, stranger] = [person(), person()];
  await verifyContact(service, customer, ['stalker@example.org']);
  await verifyContact(service, same, ['stalker@example.org']);
  await verifyContact(service, stranger, ['else@example.org']);
  await block(owner.actor, id);
  expect((await askAgain(owner, same, 'stalker@example.org')).status).toBe(409);
  expect((await askAgain(owner, stranger, 'else@example.org')).status).toBe(201);
});

test('P2 an erasure leaves a keyed hash for a year, by which a block recognises who comes back', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  await verifyContact(service, customer, ['back@example.org']);
  await block(owner.actor, id);
  await erase(customer);
  const row = await service.db.selectFrom('customer_block').selectAll().where('enquiry_id', '=', id).executeTakeFirst();
  expect([row?.customer_id, row?.hashes.length]).toEqual([null, 1]);
  const back = person();
  await verifyContact(service, back, ['back@example.org']);
  expect((await askAgain(owner, back, 'back@example.org')).status).toBe(409);
  expect((await blocks(owner.actor)).items).toMatchObject([{ enquiryId: id }]);
  const before = service.clock.now;
  service.advanceClock(year);
  expect((await blocks(owner.actor)).items).toEqual([]);
  // The database refuses claims of the future.
  const today = new Date().toISOString();
  await makeClaim(service, owner.id, { validFrom: today, occurredAt: today, validUntil: inAYear() });
  expect((await askAgain(owner, back, 'back@example.org')).status).toBe(201);
  service.clock.now = before;
});

test('P2 the erasure of a customer without a contact deletes the block; that of another is lifted', async () => {
  const owner = await makePublished(service);
  const [first, second] = [await makeEnquiry(service, owner), await makeEnquiry(service, owner)];
  for (const { id } of [first, second]) await block(owner.actor, id);
  await verifyContact(service, first.customer, []);
  for (const { customer } of [first, second]) await erase(customer);
  expect((await blocks(owner.actor)).items).toMatchObject([{ enquiryId: second.id }]);
  expect((await lift(owner.actor, second.id)).status).toBe(204);
  expect((await blocks(owner.actor)).items).toEqual([]);
});

test('the customer of an ended enquiry is blocked too', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'decline', { reasonCode: 'other' });
  expect((await block(owner.actor, id)).body).toMatchObject({ state: 'declined' });
  expect((await enquire(service, owner.publicId, customer)).status).toBe(409);
});

test('P2 a customer who erased the account is not blocked: the answer says to block the next enquiry', async () => {
  const owner = await makePublished(service);
  const [before, after] = [await makeEnquiry(service, owner), await makeEnquiry(service, owner)];
  await block(owner.actor, before.id);
  for (const { customer } of [before, after]) await erase(customer);
  expect((await block(owner.actor, before.id)).status).toBe(200);
  expect(await block(owner.actor, after.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('writes again') },
  });
  expect((await blocks(owner.actor)).items).toMatchObject([{ enquiryId: before.id }]);
});
