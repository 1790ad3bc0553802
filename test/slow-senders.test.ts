import { expect, test } from 'vitest';
import { startSlowSenders, startUploads, useAll } from './slow-senders.ts';

test('I6 rejects two hundred slow uploads while other clients get no error', async () => {
  await using uploads = await startUploads(500);
  using senders = await startSlowSenders(uploads);
  const isEveryKindRefused = () => senders.statuses.includes('408') && senders.statuses.includes('429');
  const [used] = await useAll([uploads], isEveryKindRefused);
  expect([...(used?.statuses ?? [])]).toEqual([200]);
  expect([...new Set(senders.statuses)].sort()).toEqual(['408', '429']);
});
