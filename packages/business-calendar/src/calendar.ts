import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** `05-01` each year, `2027-05-07` once, or days after Easter Sunday as in `easter+39`. */
const Holiday = z.string().regex(/^(\d{4}-)?\d{2}-\d{2}$|^easter[+-]\d{1,3}$/);

/** `weekend`: days of the week without work, 1 (Monday) to 7. */
export const BusinessCalendar = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Paris'),
  weekend: z.array(z.int().min(1).max(7)).max(6),
  holidays: z.array(Holiday),
});
export type BusinessCalendar = z.output<typeof BusinessCalendar>;

/**
 * The instant at which the last of `days` working days ends, in the calendar's time zone.
 * The day of `from` does not count (docs/domain/appeal.md 2).
 */
export function endOfWorkingDays(calendar: BusinessCalendar, from: Date, days: number): Date {
  let day = dayOf(calendar, from);
  for (let left = days; left > 0; ) {
    day += 1;
    if (dayNumbered(calendar, day).isWorking) left -= 1;
  }
  return new Date(dayNumbered(calendar, day + 1).start);
}

/** Whether people work on the day of `at` in the calendar's time zone. */
export function isBusinessDay(calendar: BusinessCalendar, at: Date): boolean {
  return dayNumbered(calendar, dayOf(calendar, at)).isWorking;
}

/** The date of `at` in the calendar's time zone, such as `2026-11-27`. */
export function dateOf(calendar: BusinessCalendar, at: Date): string {
  return epoch.add({ days: dayOf(calendar, at) }).toString();
}

/** 24 hours of working days: the unit of service levels (docs/domain/work-queue.md 11). */
export const businessDayMs = 86_400_000;

/** The instant at which `ms` of working days have passed since `from`, in the calendar's time zone. */
export function addWorkingTime(calendar: BusinessCalendar, from: Date, ms: number): Date {
  let left = ms;
  for (let day = dayOf(calendar, from); ; day += 1) {
    const { start, end } = workOf(calendar, day, from);
    if (left < end - start) return new Date(start + left);
    left -= end - start;
  }
}

/** In milliseconds; 0 if `to` is not later than `from`. */
export function workingTimeBetween(calendar: BusinessCalendar, from: Date, to: Date): number {
  let passed = 0;
  for (let day = dayOf(calendar, from); dayNumbered(calendar, day).start < to.getTime(); day += 1) {
    const { start, end } = workOf(calendar, day, from);
    passed += Math.max(0, Math.min(end, to.getTime()) - start);
  }
  return passed;
}

/** The latest instant from which `ms` of working days have passed at `to`, for each of `times`, which ascend. */
export function workingTimesBefore(calendar: BusinessCalendar, to: Date, times: readonly number[]): Date[] {
  const found: Date[] = [];
  let passed = 0;
  for (let day = dayOf(calendar, to); found.length < times.length; day -= 1) {
    const work = workOf(calendar, day, new Date(0));
    const end = Math.min(work.end, to.getTime());
    const length = Math.max(0, end - work.start);
    for (let ms = times[found.length]; ms !== undefined && ms <= passed + length; ms = times[found.length])
      found.push(new Date(end - (ms - passed)));
    passed += length;
  }
  return found;
}

/** In milliseconds since the epoch, from `from` on; empty on a day without work. */
function workOf(calendar: BusinessCalendar, day: number, from: Date): { start: number; end: number } {
  const [{ start, isWorking }, { start: end }] = [dayNumbered(calendar, day), dayNumbered(calendar, day + 1)];
  return { start: isWorking ? Math.max(from.getTime(), start) : end, end };
}

/** `start` in milliseconds since the epoch. */
type Day = { start: number; isWorking: boolean };

const knownDays = new WeakMap<BusinessCalendar, Map<number, Day>>();
const epoch = Temporal.PlainDate.from('1970-01-01');

/** `number` counts days since 1970-01-01. Cached, because time zone arithmetic is slow. */
function dayNumbered(calendar: BusinessCalendar, number: number): Day {
  const days = knownDays.get(calendar) ?? new Map<number, Day>();
  knownDays.set(calendar, days);
  const known = days.get(number);
  if (known) return known;
  const date = epoch.add({ days: number });
  // Not always midnight: some zones change to summer time then.
  const start = date.toZonedDateTime(calendar.timeZone).epochMilliseconds;
  const day = { start, isWorking: isWorkingDay(calendar, date) };
  days.set(number, day);
  return day;
}

function dayOf(calendar: BusinessCalendar, at: Date): number {
  let day = Math.floor(at.getTime() / 86_400_000);
  while (dayNumbered(calendar, day).start > at.getTime()) day -= 1;
  while (dayNumbered(calendar, day + 1).start <= at.getTime()) day += 1;
  return day;
}

function isWorkingDay({ weekend, holidays }: BusinessCalendar, day: Temporal.PlainDate): boolean {
  if (weekend.includes(day.dayOfWeek)) return false;
  const date = day.toString();
  const afterEaster = easterSunday(day.year).until(day).days;
  const names = [date, date.slice(5), `easter${afterEaster < 0 ? '' : '+'}${afterEaster}`];
  return !names.some((name) => holidays.includes(name));
}

/** Gregorian Easter by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100);
  const [golden, inCentury] = [year % 19, year % 100];
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correction + 114;
  return new Temporal.PlainDate(year, Math.floor(days / 31), (days % 31) + 1);
}

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name);
}
