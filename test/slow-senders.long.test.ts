import { expect, test, vi } from 'vitest';
import { slowSenders, startSlowSenders, startUploads, useAll } from './slow-senders.ts';

const seconds = 30;
const graceMs = 5000;

test(`I6 L3 200 slow uploads for ${seconds} s cost other clients no error and under three times the time`, async () => {
  await using quiet = await startUploads(graceMs);
  await using attacked = await startUploads(graceMs);
  await useAll([quiet, attacked], () => true);

  using senders = await startSlowSenders(attacked);
  await vi.waitUntil(() => senders.statuses.length >= slowSenders.count - slowSenders.accepted, 20_000);
  const end = performance.now() + seconds * 1000;
  const [undisturbed, disturbed] = await useAll([quiet, attacked], () => performance.now() > end);
  expect([undisturbed?.statuses, disturbed?.statuses]).toEqual([new Set([200]), new Set([200])]);
  expect(p99(disturbed?.took)).toBeLessThan(3 * p99(undisturbed?.took));
  expect([...new Set(senders.statuses)].sort()).toEqual(['408', '429']);
}, 180_000);

function p99(values: number[] = []): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}
