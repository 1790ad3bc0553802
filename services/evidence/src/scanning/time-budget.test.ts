import { expect, test } from 'vitest';
import { outcomeOfTimeout, timeLimits } from './time-budget.ts';

test.each([
  [1, 14_999, 'again'],
  [2, 14_999, 'unscannable'],
  [1, 15_000, 'too_complex'],
  [2, 15_000, 'too_complex'],
] as const)('U4 after %i timeouts and %i ms of processor time the outcome is %s', (out_of_time, cpu_ms, outcome) => {
  expect(outcomeOfTimeout({ out_of_time, cpu_ms })).toBe(outcome);
});

test('U4 a second attempt gets the rest of the processor time, at least a second, at low priority', () => {
  expect(timeLimits({ out_of_time: 1, cpu_ms: 3_000 }, true)).toMatchObject({ cpuMs: 12_000, urgentMs: 0 });
  expect(timeLimits({ out_of_time: 1, cpu_ms: 14_500 }, true)).toMatchObject({ cpuMs: 1_000, urgentMs: 0 });
});
