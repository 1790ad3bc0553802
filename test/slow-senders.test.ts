import { defaultTimeouts } from '@trust/service-kit/listen';
import { expect, test } from 'vitest';
import { partBytes } from '../services/evidence/src/upload/intents/parts.ts';
import { Config } from '../services/gateway/src/config.ts';
import { startSlowSenders, startUploads, useAll } from './slow-senders.ts';

test('I6 rejects two hundred slow uploads while other clients get no error', async () => {
  // Long enough that on a busy machine more of them than are accepted arrive before the first times out.
  await using uploads = await startUploads(4000);
  using senders = await startSlowSenders(uploads);
  const isEveryKindRefused = () => senders.statuses.includes('408') && senders.statuses.includes('429');
  const [used] = await useAll([uploads], isEveryKindRefused);
  expect([...(used?.statuses ?? [])]).toEqual([200]);
  expect([...new Set(senders.statuses)].sort()).toEqual(['408', '429']);
});

test('I6 a whole part at the minimum rate arrives before the request times out', () => {
  const { EDGE_UPLOAD_BYTES_PER_SECOND: rate, EDGE_UPLOAD_GRACE_MS: grace } = Config.shape;
  const milliseconds = (partBytes / rate.parse(undefined)) * 1000 + grace.parse(undefined);
  expect(milliseconds).toBeLessThan(defaultTimeouts.requestTimeout);
});
