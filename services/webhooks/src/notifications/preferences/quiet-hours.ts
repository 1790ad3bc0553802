import { Temporal } from 'temporal-polyfill';

/** `start` and `end` as HH:MM; across midnight if `end` is earlier. If both are equal, there are no quiet hours. */
export type QuietHours = { start: string; end: string; timeZone: string };

/** Returns the end of the quiet hours that include `at`; undefined outside of them and in an unknown zone. */
export function quietUntil({ start, end, timeZone }: QuietHours, at: Date): Date | undefined {
  if (!isTimeZone(timeZone)) return undefined;
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isQuiet = start <= end ? start <= time && time < end : time >= start || time < end;
  if (!isQuiet) return undefined;
  const day = time < end ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  // An end that occurs twice, as the clocks go back, must not be before `at`.
  return new Date(day.toPlainDateTime(end).toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds);
}

export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 do not follow summer time. `Intl` accepts more names than `Temporal`, such as JST.
    return /^[A-Za-z]/.test(name) && Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name));
  } catch {
    return false;
  }
}
