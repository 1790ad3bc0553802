import { addWorkingTime, type BusinessCalendar, businessDayMs } from '@trust/business-calendar/calendar';
import { valueList } from '@trust/contracts/values/value-list';
import type { IncidentSeverity } from '../../db/schema.ts';

export const Severity = valueList('incidentSeverity', {
  critical: { en: 'Critical', fr: 'Critique', means: { en: 'Due within 1 hour.', fr: 'À traiter dans l’heure.' } },
  high: { en: 'High', fr: 'Élevée', means: { en: 'Due within 4 hours.', fr: 'À traiter dans les 4 heures.' } },
  medium: {
    en: 'Medium',
    fr: 'Moyenne',
    means: { en: 'Due within 1 business day.', fr: 'À traiter sous 1 jour ouvré.' },
  },
  low: { en: 'Low', fr: 'Faible', means: { en: 'Due within 5 business days.', fr: 'À traiter sous 5 jours ouvrés.' } },
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
