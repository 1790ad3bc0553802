import { notificationRequested } from '@trust/contracts/events/any';
import { enquiryChanged } from '@trust/contracts/events/customers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { answer, makeEnquiry, makeInteraction } from '../../../test/make-enquiry.ts';
import { pruneNow } from '../../../test/prune-now.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
let start: Date;
beforeAll(async () => {
  service = await startProvider();
  owner = await makePublished(service);
  start = service.clock.now;
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  service.clock.now = start;
});

const day = 86_400;
const read = async (id: string) => (await service.get(`/enquiries/${id}`, { actor: owner.actor })).body;
const stateOf = async (id: string) => (await read(id)).state;
async function makeAccepted() {
  const made = await makeEnquiry(service, owner);
  await answer(service, owner.actor, made.id, 'accept');
  return made;
}

test('P2 an accepted enquiry closes a year after its last message, and its contact is deleted', async () => {
  const { id, customer } = await makeInteraction(service, owner);
  service.advanceClock(100 * day);
  await answer(service, customer, id, 'messages', { text: 'The socket works.' });
  service.advanceClock(365 * day - 1);
  await pruneNow(service);
  expect(await stateOf(id)).toBe('handed_off');
  service.advanceClock(1);
  await pruneNow(service);
  const at = service.clock.now.toISOString();
  expect(await read(id)).toMatchObject({ state: 'closed', endedBy: null, endedAt: at, contact: null });
  const contact = service.db.selectFrom('enquiry_contact').select('enquiry_id').where('enquiry_id', '=', id);
  expect(await contact.execute()).toEqual([]);
  const changes = (await service.emitted(enquiryChanged)).filter(({ enquiryId }) => enquiryId === id);
  expect(changes.at(-1)).toMatchObject({ state: 'closed', occurredAt: at });
  const told = (await service.emitted(notificationRequested.provider)).filter(
    ({ template, data }) => template === 'enquiry_closed' && data.enquiryId === id,
  );
  expect(told).toMatchObject([{ userId: customer.userId }, { providerId: owner.id }]);
  service.advanceClock(30 * day);
  await pruneNow(service);
  expect((await read(id)).messages).toEqual([]);
});

test('an enquiry counts its year from the answer, the handoff or the last message, whichever is last', async () => {
  const waiting = await makeEnquiry(service, owner);
  const old = await makeAccepted();
  const late = await makeAccepted();
  const answeredLater = await makeEnquiry(service, owner);
  service.advanceClock(2 * day);
  await answer(service, owner.actor, answeredLater.id, 'accept');
  service.advanceClock(198 * day);
  await service.db.pool.query(
    `insert into interaction (id, enquiry_id, provider_id, customer_id, category_key, consent_version, consented_at, recorded_by, recorded_at)
     select gen_random_uuid(), id, provider_id, customer_id, category_key, '1', sent_at, gen_random_uuid(), $2 from enquiry where id = $1`,
    [late.id, service.clock.now],
  );
  service.advanceClock(165 * day);
  const fresh = await makeAccepted();
  await pruneNow(service);
  expect(await Promise.all([waiting, old, late, answeredLater, fresh].map(({ id }) => stateOf(id)))).toEqual([
    ...['expired', 'closed', 'accepted', 'accepted', 'accepted'],
  ]);
});

test('an enquiry in dispute stays open', async () => {
  const { id, customer, interactionId } = await makeInteraction(service, owner);
  const body = { reasonCode: 'quality', statement: 'The socket still gives no power at all.' };
  const dispute = await service.post(`/interactions/${interactionId}/disputes`, { actor: customer, body });
  service.advanceClock(366 * day);
  await pruneNow(service);
  expect(await stateOf(id)).toBe('handed_off');
  await service.post(`/disputes/${dispute.body.id}/withdraw`, { actor: customer });
  await pruneNow(service);
  expect(await stateOf(id)).toBe('closed');
});
