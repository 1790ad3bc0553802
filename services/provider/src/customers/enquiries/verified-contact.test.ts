import { personErased } from '@trust/contracts/events/identity';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { answer, enquire, makeEnquiry, verifyContact } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const refusal = { status: 400, body: { errors: [{ field: 'contact.identifier', code: 'contact_not_verified' }] } };
const by = (channel: string, identifier: string) => ({ contact: { channel, identifier, consent: true } });

test('takes only a verified contact point of the own account, however it is written', async () => {
  const { publicId } = await makePublished(service);
  const customer = person();
  const send = (channel: string, identifier: string) => enquire(service, publicId, customer, by(channel, identifier));
  for (const [channel, identifier] of [
    ['email', 'somebody@example.org'],
    ['email', 'lea+other@example.org'],
    ['sms', '+33612345678'],
  ] as const)
    expect(await send(channel, identifier)).toMatchObject(refusal);
  const stored = service.db.selectFrom('enquiry').selectAll().where('customer_id', '=', customer.userId);
  expect(await stored.execute()).toEqual([]);
  expect(await send('email', ' LEA@Example.ORG ')).toMatchObject({ status: 201 });
});

test('takes no contact point that another person has verified', async () => {
  const { publicId } = await makePublished(service);
  await verifyContact(service, person(), ['+33612345678']);
  expect(await enquire(service, publicId, person(), by('sms', '+33612345678'))).toMatchObject(refusal);
});

const removed = {
  status: 409,
  body: { detail: expect.stringContaining('removed this contact from the account') },
};

test('hands over no contact that the customer removed since, also once the account has it again', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  const changed = async (...own: string[]) => {
    service.advanceClock(1);
    await verifyContact(service, customer, own);
  };
  await changed('lea@example.org', 'lea.new@example.org');
  await changed('lea.new@example.org');
  await changed('lea@example.org', 'lea.new@example.org');
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject(removed);
});

test('keeps other contacts, and one that was handed over before the customer removed it', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  service.advanceClock(1);
  await verifyContact(service, customer, ['lea@example.org', 'lea.new@example.org']);
  await verifyContact(service, person(), ['tom@example.org']);
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({ status: 200 });
  service.advanceClock(1);
  await verifyContact(service, customer, ['lea.new@example.org']);
  const repeated = await answer(service, owner.actor, id, 'contact-handoff');
  expect(repeated).toMatchObject({ status: 200, body: { contact: { identifier: 'lea@example.org' } } });
});

test('hands over no contact whose removal arrived while the enquiry was sent', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  await service.db
    .updateTable('verified_contacts')
    .set({ hashes: [] })
    .where('person_id', '=', customer.userId)
    .execute();
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject(removed);
});

test('hands over no contact that was given before contacts were verified', async () => {
  const owner = await makePublished(service);
  const { id } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  await service.asOwner('update enquiry_contact set contact_hash = null where enquiry_id = $1', [id]);
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({ status: 409 });
});

test('P2 an erasure deletes the hashes of the contact points', async () => {
  const customer = person();
  await verifyContact(service, customer);
  const stored = () =>
    service.db.selectFrom('verified_contacts').selectAll().where('person_id', '=', customer.userId).execute();
  expect(await stored()).toHaveLength(1);
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: customer.userId, contacts: [], erasedAt });
  expect(await stored()).toEqual([]);
});
