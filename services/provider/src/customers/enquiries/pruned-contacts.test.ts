import { expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { answer, makeEnquiry } from '../../../test/make-enquiry.ts';
import { pruneNow } from '../../../test/prune-now.ts';
import { startProvider } from '../../../test/service.ts';

const week = 7 * 86_400;

test('P4 pruning keeps the contact of an enquiry that waits for its answer, and of an accepted one', async () => {
  await using service = await startProvider();
  const owner = await makePublished(service);
  const { id } = await makeEnquiry(service, owner);
  service.advanceClock(week - 1);
  await pruneNow(service);
  expect(await answer(service, owner.actor, id, 'accept')).toMatchObject({ status: 200 });
  service.advanceClock(week);
  await pruneNow(service);
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({
    status: 200,
    body: { contact: { identifier: 'lea@example.org' } },
  });
});
