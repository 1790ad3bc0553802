import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { answer, enquire, makeEnquiry } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const number = 'Call me on 06 12 34 56 78, no need to share your contact here.';
const refused = (field: string) => ({
  status: 400,
  body: {
    detail: expect.stringContaining('contact handoff'),
    errors: [{ field, code: 'contact_not_allowed', message: expect.any(String) }],
  },
});

test('P4 neither side writes a way to reach it before the contact is handed over', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  const write = (actor: typeof customer, text: string) => answer(service, actor, id, 'messages', { text });
  expect(await write(customer, number)).toMatchObject(refused('text'));
  await answer(service, owner.actor, id, 'accept');
  for (const actor of [owner.actor, customer])
    for (const text of [number, 'Write to lea (at) example.org.', 'See volta-elec.fr', 'I am @volta_elec there.'])
      expect(await write(actor, text), text).toMatchObject(refused('text'));
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({ status: 200 });
  for (const actor of [owner.actor, customer]) expect(await write(actor, number)).toMatchObject({ status: 201 });
});

test('P4 the first message and that of a refusal show no way to reach somebody', async () => {
  const owner = await makePublished(service);
  expect(await enquire(service, owner.publicId, person(), { message: number })).toMatchObject(refused('message'));
  const { id } = await makeEnquiry(service, owner);
  const declined = { reasonCode: 'other', message: number };
  expect(await answer(service, owner.actor, id, 'decline', declined)).toMatchObject(refused('message'));
});

test('a customer writes where and when the visit is, with floor and door code', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  const text =
    'Jeudi 12/03/2026 à 14 h 30, 12 rue des Lilas, 75020 Paris, 3e étage gauche, code 4512B, budget 1 250,50 €.';
  expect(await answer(service, customer, id, 'messages', { text })).toMatchObject({ status: 201 });
});
