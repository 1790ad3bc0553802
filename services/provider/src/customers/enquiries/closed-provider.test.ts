import { notificationRequested } from '@trust/contracts/events/any';
import { enquiryChanged } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner, transition } from '../../../test/make.ts';
import { answer, enquire, makeEnquiry, makeInteraction } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { waitForLocks } from '../../../test/wait-for-locks.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const enquiriesOf = ({ id }: Owner) =>
  service.db
    .selectFrom('enquiry')
    .leftJoin('enquiry_contact', 'enquiry_id', 'enquiry.id')
    .select(['enquiry.id', 'state', 'ended_by', 'enquiry_id'])
    .where('provider_id', '=', id)
    .orderBy('sent_at')
    .execute();

const waysToClose: [string, (owner: Owner) => Promise<unknown>][] = [
  ['closing a provider', ({ actor, id }) => transition(service, actor, id, 'close')],
  [
    'erasing its only owner',
    ({ actor: { userId } }) =>
      service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() }),
  ],
];
test.each(waysToClose)('P4 %s closes its enquiries and deletes their contacts', async (_how, close) => {
  const [owner, other] = [await makePublished(service), await makePublished(service)];
  const expired = await makeEnquiry(service, owner);
  service.advanceClock(8 * day);
  const kept = await makeEnquiry(service, other);
  const declined = await makeEnquiry(service, owner);
  await answer(service, owner.actor, declined.id, 'decline', { reasonCode: 'no_capacity' });
  service.advanceClock(1);
  const sent = await makeEnquiry(service, owner);
  service.advanceClock(1);
  const handedOff = await makeInteraction(service, owner);
  service.advanceClock(1);
  await close(owner);

  const ended = { ended_by: 'provider', enquiry_id: null };
  expect(await enquiriesOf(owner)).toEqual([
    { id: expired.id, state: 'sent', ended_by: null, enquiry_id: null },
    { id: declined.id, state: 'declined', ...ended },
    { id: sent.id, state: 'closed', ...ended },
    { id: handedOff.id, state: 'closed', ...ended },
  ]);
  expect(await enquiriesOf(other)).toMatchObject([{ id: kept.id, state: 'sent', enquiry_id: kept.id }]);
  const closed = (await service.emitted(enquiryChanged)).filter(
    ({ providerId, state }) => providerId === owner.id && state === 'closed',
  );
  expect(closed.map(({ enquiryId }) => enquiryId).sort()).toEqual([sent.id, handedOff.id].sort());
  const told = (await service.emitted(notificationRequested.provider)).filter(
    ({ template, data }) => template === 'enquiry_closed' && [sent.id, handedOff.id].includes(String(data.enquiryId)),
  );
  expect(told.map(({ userId }) => userId).sort()).toEqual([sent.customer.userId, handedOff.customer.userId].sort());
});

test.each(waysToClose)('P4 an enquiry that is sent while %s waits, and is refused', async (_how, close) => {
  const owner = await makePublished(service);
  const { closing, sending } = await service.db.transact(async (trx) => {
    await lockProvider(trx, owner.id);
    const closing = close(owner);
    await waitForLocks(service, 1);
    const sending = enquire(service, owner.publicId, person());
    await waitForLocks(service, 2);
    return { closing, sending };
  });
  await closing;
  expect((await sending).status).toBe(404);
  expect(await enquiriesOf(owner)).toEqual([]);
});
