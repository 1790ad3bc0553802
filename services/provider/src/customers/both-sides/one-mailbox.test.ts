import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { answer, enquire, makeEnquiry, makeInteraction, verifyContact } from '../../../test/make-enquiry.ts';
import { decideModeration, makeReview, writeReview } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const apart = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const day = 86_400;

async function makeOwner(): Promise<{ owner: Owner; mailbox: string }> {
  const owner = await makePublished(service);
  const mailbox = `${crypto.randomUUID()}@example.org`;
  await verifyContact(service, owner.actor, [mailbox]);
  return { owner, mailbox };
}
const tagged = (mailbox: string) => mailbox.replace('@', '+lea@');

test('Z3 an account of the mailbox of its owner is no customer of a provider', async () => {
  const { owner, mailbox } = await makeOwner();
  const customer = person();
  await verifyContact(service, customer, [tagged(mailbox)]);
  const contact = { channel: 'email', identifier: tagged(mailbox), name: 'Léa', consent: true };
  const sent = await service.post('/enquiries', {
    actor: customer,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { publicProviderId: owner.publicId, categoryKey: 'electrician', message: 'Two sockets.', contact },
  });
  expect(sent).toMatchObject(apart);
  expect((await enquire(service, owner.publicId, person())).status).toBe(201);
});

test('Z3 such an account neither is accepted, nor writes a review, nor hides one', async () => {
  const { owner, mailbox } = await makeOwner();
  const [enquiry, interaction] = [await makeEnquiry(service, owner), await makeInteraction(service, owner)];
  service.advanceClock(2 * day);
  const { id } = await makeReview(service, owner);
  await decideModeration(service, id, 'approved');
  for (const { customer } of [enquiry, interaction]) await verifyContact(service, customer, [tagged(mailbox)]);
  expect(await answer(service, owner.actor, enquiry.id, 'accept')).toMatchObject(apart);
  expect(await writeReview(service, interaction.customer, interaction.interactionId)).toMatchObject(apart);
  const flag = { actor: interaction.customer, body: { reasonCode: 'harmful' } };
  expect((await service.post(`/reviews/${id}/flags`, flag)).status).toBe(201);
  const { body } = await service.get(`/public/providers/${owner.publicId}/reviews`);
  expect(body.items).toMatchObject([{ id, isFlagged: true }]);
});
