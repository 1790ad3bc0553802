import type { Actor } from '@trust/contracts/actor';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { answer, makeEnquiry, makeInteraction } from '../../../test/make-enquiry.ts';
import { decideModeration, writeReview } from '../../../test/make-review.ts';
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
const later = (days: number) => new Date(service.clock.now.getTime() + days * day * 1000).toISOString();

async function read(actor: Actor, id: string): Promise<[count: number, keptUntil: string | null]> {
  const { messages, messagesExpireAt } = (await service.get(`/enquiries/${id}`, { actor })).body;
  return [messages.length, messagesExpireAt];
}
const stored = async (id: string) =>
  (await service.db.selectFrom('enquiry_message').select('id').where('enquiry_id', '=', id).execute()).length;

const ends: [string, (id: string, customer: Actor) => Promise<unknown>][] = [
  ['declined', (id) => answer(service, owner.actor, id, 'decline', { reasonCode: 'other', message: 'Sorry.' })],
  ['expired', async () => service.advanceClock(7 * day)],
  ['withdrawn', (id, customer) => answer(service, customer, id, 'close')],
];
test.each(ends)('the provider reads no message of a %s enquiry, the customer for 30 days', async (how, end) => {
  const { id, customer } = await makeEnquiry(service, owner);
  expect(await read(owner.actor, id)).toEqual([1, null]);
  await end(id, customer);
  const count = how === 'declined' ? 2 : 1;
  expect([await read(owner.actor, id), await read(customer, id)]).toEqual([
    [0, later(0)],
    [count, later(30)],
  ]);
  service.advanceClock(30 * day - 1);
  await pruneNow(service);
  expect(await stored(id)).toBe(count);
  service.advanceClock(1);
  expect(await read(customer, id)).toMatchObject([0, expect.any(String)]);
  await pruneNow(service);
  expect(await stored(id)).toBe(0);
});

test('the answer of a refusal shows the provider no message of the customer', async () => {
  const { id } = await makeEnquiry(service, owner);
  const { body } = await answer(service, owner.actor, id, 'decline', { reasonCode: 'other' });
  expect(body).toMatchObject({ state: 'declined', messages: [] });
});

test('messages of a closed enquiry that was accepted are read by both sides for 30 days, then deleted', async () => {
  const { id, customer } = await makeInteraction(service, owner);
  const open = await makeInteraction(service, owner);
  await answer(service, customer, id, 'close');
  const kept = [1, later(30)];
  expect([await read(owner.actor, id), await read(customer, id)]).toEqual([kept, kept]);
  service.advanceClock(30 * day);
  expect([(await read(owner.actor, id))[0], (await read(customer, id))[0]]).toEqual([0, 0]);
  // The open one is past its time for an answer, too.
  service.advanceClock(8 * day);
  await pruneNow(service);
  expect([await stored(id), await stored(open.id)]).toEqual([0, 1]);
  expect(await read(owner.actor, open.id)).toEqual([1, null]);
});

const questions: [
  string,
  days: number,
  (made: { interactionId: string; customer: Actor }) => Promise<() => Promise<unknown>>,
][] = [
  [
    'a dispute',
    0,
    async ({ interactionId, customer }) => {
      const body = { reasonCode: 'quality', statement: 'The socket still gives no power at all.' };
      const dispute = await service.post(`/interactions/${interactionId}/disputes`, { actor: customer, body });
      return () => service.post(`/disputes/${dispute.body.id}/withdraw`, { actor: customer });
    },
  ],
  [
    'the examination of a review',
    21,
    async ({ interactionId, customer }) => {
      const { body } = await writeReview(service, customer, interactionId);
      return () => decideModeration(service, body.id, 'approved');
    },
  ],
];
test.each(questions)('%s keeps the messages until it ends, and %i days for an appeal', async (_, days, ask) => {
  const made = await makeInteraction(service, owner, person());
  const end = await ask(made);
  await answer(service, made.customer, made.id, 'close');
  service.advanceClock(40 * day);
  await pruneNow(service);
  expect([await read(owner.actor, made.id), await stored(made.id)]).toEqual([[1, null], 1]);
  await end();
  if (days > 0) {
    service.advanceClock(days * day - 1);
    await pruneNow(service);
    expect([await read(owner.actor, made.id), await stored(made.id)]).toEqual([[1, null], 1]);
    service.advanceClock(1);
  }
  expect((await read(owner.actor, made.id))[0]).toBe(0);
  await pruneNow(service);
  expect(await stored(made.id)).toBe(0);
});
