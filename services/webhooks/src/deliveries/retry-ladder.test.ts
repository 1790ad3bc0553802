import { expect, test } from 'vitest';
import { givenUp, mostAttempts, nextTry } from './retry-ladder.ts';

const at = new Date('2026-01-05T09:00:00Z');

test('tries come after 30 s, 2 min, 10 min, 1 h, 4 h, then every 12 h', () => {
  const waits = Array.from({ length: 8 }, (_, index) => (nextTry(index + 1, at).getTime() - at.getTime()) / 1000);
  expect(waits).toEqual([30, 120, 600, 3600, 14_400, 43_200, 43_200, 43_200]);
});

test('twelve tries are the most, and nothing that has expired is tried', () => {
  expect(givenUp({ attempts: mostAttempts - 1, expiresAt: null }, at)).toBeUndefined();
  expect(givenUp({ attempts: mostAttempts, expiresAt: null }, at)).toBe('attempts_used');
  expect(givenUp({ attempts: 0, expiresAt: new Date(at.getTime() + 1) }, at)).toBeUndefined();
  expect(givenUp({ attempts: 0, expiresAt: at }, at)).toBe('expired');
});
