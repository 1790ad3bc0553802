import { addWorkingTime, type BusinessCalendar, businessDayMs } from '@trust/business-calendar/calendar';
import type { IncidentSeverity } from '../../db/schema.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly IncidentSeverity[];

const hourMs = 3_600_000;

/** Contract §2: 1 and 4 hours of the clock, 1 and 5 business days. */
export function incidentDueAt(calendar: BusinessCalendar, severity: IncidentSeverity, openedAt: Date): Date {
  switch (severity) {
    case 'critical':
      return new Date(openedAt.getTime() + hourMs);
    case 'high':
      return new Date(openedAt.getTime() + 4 * hourMs);
    case 'medium':
      return addWorkingTime(calendar, openedAt, businessDayMs);
    case 'low':
      return addWorkingTime(calendar, openedAt, 5 * businessDayMs);
  }
}
