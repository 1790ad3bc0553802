import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addWorkingTime,
  BusinessCalendar,
  businessDayMs,
  dateOf,
  endOfWorkingDays,
  isBusinessDay,
  workingTimeBetween,
  workingTimesBefore,
} from './calendar.ts';
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

test('the date of an instant is that of the time zone, also when its clocks change', () => {
  const dates = ['2026-01-05T22:59:59Z', '2026-01-05T23:00:00Z', '2026-03-29T22:00:00Z'];
  expect(dates.map((at) => dateOf(france, new Date(at)))).toEqual(['2026-01-05', '2026-01-06', '2026-03-30']);
});

const newYork = { timeZone: 'America/New_York', weekend: [6, 7], holidays: ['07-04', '2026-07-03'] };

// 2026-01-05 is a Monday.
test.each([
  ['within the week', france, '2026-01-05T09:00:00Z', 1, '2026-01-06T09:00:00Z'],
  ['over a weekend', france, '2026-01-09T15:00:00Z', 1, '2026-01-12T15:00:00Z'],
  ['over two weekends', france, '2026-01-08T12:00:00Z', 7, '2026-01-19T12:00:00Z'],
  ['from a weekend, to the end of Monday in Paris', france, '2026-01-10T15:00:00Z', 1, '2026-01-12T23:00:00Z'],
  ['Sunday evening UTC is Monday in Paris', france, '2026-01-11T23:30:00Z', 1, '2026-01-12T23:30:00Z'],
  ['over Christmas, which is a Friday', france, '2026-12-24T09:00:00Z', 1, '2026-12-28T09:00:00Z'],
  ['over Easter Monday', france, '2026-04-03T09:00:00Z', 1, '2026-04-07T09:00:00Z'],
  ['over the change to summer time', france, '2026-03-27T12:00:00Z', 1, '2026-03-30T11:00:00Z'],
  ['Christmas is a working day elsewhere', newYork, '2026-12-24T09:00:00Z', 1, '2026-12-25T09:00:00Z'],
  ['over the holiday of one year', newYork, '2026-07-02T20:00:00Z', 1, '2026-07-06T20:00:00Z'],
  ['Friday evening in New York is Saturday in UTC', newYork, '2026-01-10T02:00:00Z', 1, '2026-01-13T02:00:00Z'],
])('a business day is 24 hours of working days: %s', (_rule, calendar, from, days, due) => {
  expect(addWorkingTime(calendar, new Date(from), days * businessDayMs)).toEqual(new Date(due));
});

test.each([france, newYork])('workingTimeBetween inverts addWorkingTime in $timeZone', (calendar) => {
  const [min, max] = [new Date('2025-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')];
  fc.assert(
    fc.property(
      fc.date({ min, max, noInvalidDate: true }),
      fc.integer({ min: 0, max: 15 * businessDayMs }),
      (from, ms) => {
        expect(workingTimeBetween(calendar, from, addWorkingTime(calendar, from, ms))).toBe(ms);
      },
    ),
    { numRuns: 30 },
  );
});

test.each([france, newYork])(
  'workingTimesBefore gives the latest instants from which the times have passed in $timeZone',
  (calendar) => {
    const [min, max] = [new Date('2025-02-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')];
    const times = [1, businessDayMs / 2, businessDayMs, 15 * businessDayMs];
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (to) => {
        for (const [index, from] of workingTimesBefore(calendar, to, times).entries()) {
          expect(workingTimeBetween(calendar, from, to)).toBe(times[index]);
          expect(workingTimeBetween(calendar, new Date(from.getTime() + 1), to)).toBe((times[index] as number) - 1);
        }
      }),
      { numRuns: 30 },
    );
  },
);
