import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const CorrectionState = valueList('correctionState', {
  open: {
    en: 'Waiting for the provider',
    fr: 'En attente du prestataire',
    means: { en: 'Waits for the provider.', fr: 'Attend le prestataire.' },
  },
  fulfilled: {
    en: 'Corrected',
    fr: 'Corrigée',
    means: {
      en: 'Every marked requirement has new evidence. Final.',
      fr: 'Chaque exigence marquée a de nouvelles pièces. Définitif.',
    },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retirée',
    means: {
      en: 'Withdrawn by the assignee of its duty. Final.',
      fr: 'Retirée par la personne chargée de la tâche. Définitif.',
    },
  },
  expired: {
    en: 'Expired',
    fr: 'Expirée',
    means: { en: 'The deadline has passed. Final.', fr: 'Le délai est écoulé. Définitif.' },
  },
  cancelled: {
    en: 'Cancelled',
    fr: 'Annulée',
    means: {
      en: 'The case ended otherwise, or its review went on without the correction. Final.',
      fr: 'Le dossier a pris fin autrement, ou son examen s’est poursuivi sans la correction. Définitif.',
    },
  },
});
type CorrectionState = z.output<typeof CorrectionState>;

/** Transitions of a correction request; `allowed_transition` in the database has the same. */
export const correctionTransitions: Record<CorrectionState, readonly CorrectionState[]> = {
  open: ['fulfilled', 'withdrawn', 'expired', 'cancelled'],
  fulfilled: [],
  withdrawn: [],
  expired: [],
  cancelled: [],
};

/** Expiry is computed when read: the row may still say `open` (promise M4). */
export function correctionStateAt(row: { state: CorrectionState; due_at: Date }, now: Date): CorrectionState {
  return row.state === 'open' && row.due_at <= now ? 'expired' : row.state;
}

/** Days before the deadline at which a reminder is due (docs/domain/review-and-duties.md 25). */
export const reminderDays = [7, 3, 1] as const;
