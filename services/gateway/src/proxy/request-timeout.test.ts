import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestTimeout } from './request-timeout.ts';

const minimumRate = { bytesPerSecond: 10_000, grace: 300 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** `elapsed` returns the milliseconds from the last `mark` to the timeout. */
function startTimeout() {
  const timeout = new RequestTimeout(0, minimumRate);
  let marked = performance.now();
  let firedAt: number | undefined;
  timeout.start(() => {
    firedAt = performance.now();
  });
  return {
    timeout,
    mark: () => {
      marked = performance.now();
    },
    elapsed: () => firedAt && firedAt - marked,
  };
}

test('I6 times out after the grace when the client sends nothing', () => {
  const { timeout, mark, elapsed } = startTimeout();
  mark();
  timeout.awaiting('client');
  vi.advanceTimersByTime(minimumRate.grace - 1);
  expect(elapsed()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(elapsed()).toBe(minimumRate.grace);
});

test('I6 allows a pause of at most 30 s after a fast start', () => {
  const { timeout, mark, elapsed } = startTimeout();
  timeout.awaiting('client');
  timeout.received(10_000_000);
  timeout.awaiting('service');
  vi.advanceTimersByTime(20_000);
  mark();
  timeout.awaiting('client');
  vi.advanceTimersByTime(60_000);
  expect(elapsed()).toBe(30_000);
});

test('L4 ends the requests that are late, and none that has its response', () => {
  const late: number[] = [];
  const timeouts = [100, 300, 200, 400].map((ms) => new RequestTimeout(performance.now() + ms));
  for (const [index, timeout] of timeouts.entries()) timeout.start(() => late.push(index));
  timeouts[0]?.stop();
  timeouts[3]?.stop();
  vi.advanceTimersByTime(220);
  expect(late).toEqual([2]);
  vi.advanceTimersByTime(200);
  expect(late).toEqual([2, 1]);
  expect(vi.getTimerCount()).toBe(0);
});
