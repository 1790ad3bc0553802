import { expect, test } from 'vitest';
import { BusinessCalendar, endOfWorkingDays, isBusinessDay } from './calendar.ts';
import { france } from './france.ts';

const end = (from: string, days: number) => endOfWorkingDays(france, new Date(from), days).toISOString();

test.each([
  ['the day of the start does not count', '2026-11-23T09:00:00Z', 1, '2026-11-24T23:00:00.000Z'],
  ['a weekend does not count', '2026-11-20T09:00:00Z', 1, '2026-11-23T23:00:00.000Z'],
  ['an instant before midnight UTC is the next day in Paris', '2026-11-22T23:30:00Z', 1, '2026-11-24T23:00:00.000Z'],
  ['15 days over Christmas and New Year', '2026-12-14T12:00:00Z', 15, '2027-01-06T23:00:00.000Z'],
  ['the end of a day in summer is 22:00 UTC', '2026-03-20T12:00:00Z', 15, '2026-04-13T22:00:00.000Z'],
  ['no days end with the day of the start', '2026-11-23T09:00:00Z', 0, '2026-11-23T23:00:00.000Z'],
])('%s', (_rule, from, days, expected) => {
  expect(end(from, days)).toBe(expected);
});

// Published dates of Easter Monday, Ascension Day and Whit Monday.
test.each(['2024-04-01', '2025-04-21', '2026-04-06', '2027-05-06', '2029-05-21', '2038-04-26', '2049-06-07'])(
  'Easter moves the holiday of %s',
  (day) => {
    expect(isBusinessDay(france, new Date(`${day}T12:00:00Z`))).toBe(false);
    expect(isBusinessDay({ ...france, holidays: [] }, new Date(`${day}T12:00:00Z`))).toBe(true);
  },
);

test('a calendar names a known time zone, leaves a working day and may have holidays of one year', () => {
  const bridge = { ...france, holidays: ['2027-05-07'] };
  expect(BusinessCalendar.parse(bridge)).toEqual(bridge);
  expect(isBusinessDay(bridge, new Date('2027-05-07T12:00:00Z'))).toBe(false);
  expect(isBusinessDay(bridge, new Date('2026-05-07T12:00:00Z'))).toBe(true);
  for (const wrong of [{ timeZone: 'Mars/Phobos' }, { weekend: [1, 2, 3, 4, 5, 6, 7] }, { holidays: ['easter'] }])
    expect(BusinessCalendar.safeParse({ ...france, ...wrong }).success).toBe(false);
});
