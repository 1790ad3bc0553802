import { addWorkingTime, type BusinessCalendar, businessDayMs } from '@trust/business-calendar/calendar';
import { valueList } from '@trust/contracts/values/value-list';
import type { IncidentSeverity } from '../../db/schema.ts';

export const Severity = valueList({
  critical: { en: 'Critical', fr: 'Critique', means: 'Due within 1 hour.' },
  high: { en: 'High', fr: 'Élevée', means: 'Due within 4 hours.' },
  medium: { en: 'Medium', fr: 'Moyenne', means: 'Due within 1 business day.' },
  low: { en: 'Low', fr: 'Faible', means: 'Due within 5 business days.' },
});

const hourMs = 3_600_000;

/** 1 and 4 hours of the clock, 1 and 5 business days (docs/domain/overrides-and-emergency-actions.md 33). */
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
