import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const SlaStatus = valueList('slaStatus', {
  breached: {
    en: 'Late',
    fr: 'En retard',
    means: {
      en: 'Past its due time, or ended after it.',
      fr: 'L’échéance est dépassée, ou le travail s’est terminé après elle.',
    },
  },
  due_soon: {
    en: 'Due soon',
    fr: 'Échéance proche',
    means: { en: 'Due within 8 hours.', fr: 'À traiter dans les 8 heures.' },
  },
  on_track: {
    en: 'On track',
    fr: 'Dans les délais',
    means: { en: 'Due later, or ended in time.', fr: 'Échéance plus lointaine, ou travail terminé à temps.' },
  },
  paused: {
    en: 'Paused',
    fr: 'En pause',
    means: {
      en: 'It has no due time, because its case waits for the provider or it is on hold.',
      fr: 'Sans échéance, car le dossier attend le prestataire ou le travail est suspendu.',
    },
  },
});
export type SlaStatus = z.output<typeof SlaStatus>;

const dueSoonMs = 8 * 3_600_000;

export function dueSoonUntil(asOf: Date): Date {
  return new Date(asOf.getTime() + dueSoonMs);
}

/** Later than any due time. Queries read a missing due time as `infinity`. */
const end = '9999-12-31T00:00:00.000Z';

/** Due times of a status: after `dueFrom`, at `dueTo` or before. */
export function dueRange(status: SlaStatus, asOf: Date): { dueFrom: string; dueTo: string } {
  const [now, soon] = [asOf.toISOString(), dueSoonUntil(asOf).toISOString()];
  const [dueFrom, dueTo] = {
    breached: ['-infinity', now],
    due_soon: [now, soon],
    on_track: [soon, end],
    paused: [end, 'infinity'],
  }[status] as [string, string];
  return { dueFrom, dueTo };
}

/** Without a due time the clock is paused: the case waits for the provider. */
export function slaStatusOf(dueAt: Date | null, asOf: Date): SlaStatus {
  if (!dueAt) return 'paused';
  if (dueAt <= asOf) return 'breached';
  return dueAt <= dueSoonUntil(asOf) ? 'due_soon' : 'on_track';
}

/** The clock of this work never pauses; the status is final once it is resolved. */
export function slaStatusOfWork(work: { due_at: Date; resolved_at: Date | null }, now: Date): SlaStatus {
  if (!work.resolved_at) return slaStatusOf(work.due_at, now);
  return work.resolved_at > work.due_at ? 'breached' : 'on_track';
}
