import { expect, test } from 'vitest';
import { finalFailure, maxAttempts, nextAttemptAt } from './retry-schedule.ts';

const at = new Date('2026-01-05T09:00:00Z');

test('retries after 30 s, 2 min, 10 min, 1 h, 4 h, then every 12 h', () => {
  const delays = Array.from(
    { length: 8 },
    (_, index) => (nextAttemptAt(index + 1, at).getTime() - at.getTime()) / 1000,
  );
  expect(delays).toEqual([30, 120, 600, 3600, 14_400, 43_200, 43_200, 43_200]);
});

test('fails a delivery after twelve attempts or when it has expired', () => {
  expect(finalFailure({ attempts: maxAttempts - 1, expiresAt: null }, at)).toBeUndefined();
  expect(finalFailure({ attempts: maxAttempts, expiresAt: null }, at)).toBe('attempts_used');
  expect(finalFailure({ attempts: 0, expiresAt: new Date(at.getTime() + 1) }, at)).toBeUndefined();
  expect(finalFailure({ attempts: 0, expiresAt: at }, at)).toBe('expired');
});
