import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { answer, makeEnquiry } from '../../../test/make-enquiry.ts';
import { startProvider } from '../../../test/service.ts';
import { pruneTasks } from '../../prune-tasks.ts';

const week = 7 * 86_400;

test('P4 pruning keeps the contact of an enquiry that waits for its answer, and of an accepted one', async () => {
  await using service = await startProvider();
  const pruneNow = () =>
    prune({ db: service.db, log: openLog('test', 'silent'), tasks: pruneTasks, now: service.clock.now });
  const owner = await makePublished(service);
  const { id } = await makeEnquiry(service, owner);
  service.advanceClock(week - 1);
  await pruneNow();
  expect(await answer(service, owner.actor, id, 'accept')).toMatchObject({ status: 200 });
  service.advanceClock(week);
  await pruneNow();
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({
    status: 200,
    body: { contact: { identifier: 'lea@example.org' } },
  });
});
