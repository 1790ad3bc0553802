import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const CorrectionState = valueList({
  open: { en: 'Waiting for the provider', fr: 'En attente du prestataire', means: 'Waits for the provider.' },
  fulfilled: { en: 'Corrected', fr: 'Corrigée', means: 'Every marked requirement has new evidence. Final.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retirée', means: 'Withdrawn by the assignee of its duty. Final.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'The deadline has passed. Final.' },
  cancelled: {
    en: 'Cancelled',
    fr: 'Annulée',
    means: 'The case ended otherwise, or its review went on without the correction. Final.',
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
