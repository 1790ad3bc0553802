import {
  addWorkingTime,
  type BusinessCalendar,
  businessDayMs,
  workingTimeBetween,
} from '@trust/business-calendar/calendar';
import type { FieldWorkState } from '../db/schema.ts';

/** Field work is due within 10 business days; it is paused while on hold (docs/domain/field-work.md 18). */
export const fieldWorkMs = 10 * businessDayMs;

type Clock = { due_at: Date | null; remaining_ms: number | null };

export function clockAfter(
  calendar: BusinessCalendar,
  { due_at, remaining_ms }: Clock,
  to: FieldWorkState,
  at: Date,
): Clock {
  if (to === 'on_hold' && due_at) return { due_at: null, remaining_ms: workingTimeBetween(calendar, at, due_at) };
  if (to !== 'on_hold' && remaining_ms !== null)
    return { due_at: addWorkingTime(calendar, at, remaining_ms), remaining_ms: null };
  return { due_at, remaining_ms };
}
