import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWorkingTime, businessDayMs, workingTimeBetween } from './working-time.ts';

const at = (text: string) => new Date(text);

// 2026-01-05 is a Monday.
test.each([
  ['within the week', '2026-01-05T09:00:00Z', 1, '2026-01-06T09:00:00Z'],
  ['over a weekend', '2026-01-09T15:00:00Z', 1, '2026-01-12T15:00:00Z'],
  ['from a weekend', '2026-01-10T15:00:00Z', 1, '2026-01-13T00:00:00Z'],
  ['over two weekends', '2026-01-08T12:00:00Z', 7, '2026-01-19T12:00:00Z'],
])('a business day is 24 hours of Monday to Friday: %s', (_name, from, days, due) => {
  expect(addWorkingTime(at(from), days * businessDayMs)).toEqual(at(due));
});

test('workingTimeBetween inverts addWorkingTime', () => {
  const instant = fc.date({ min: at('2025-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 15 * businessDayMs }), (from, ms) => {
      expect(workingTimeBetween(from, addWorkingTime(from, ms))).toBe(ms);
    }),
  );
});
