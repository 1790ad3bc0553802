import { valueList } from '@trust/contracts/value-list';
import type { CorrectionState } from '../../db/schema.ts';

/** Transitions of a correction request; `allowed_transition` in the database has the same. */
export const correctionTransitions: Record<CorrectionState, readonly CorrectionState[]> = {
  open: ['fulfilled', 'withdrawn', 'expired', 'cancelled'],
  fulfilled: [],
  withdrawn: [],
  expired: [],
  cancelled: [],
};

export const CorrectionStateList = valueList({
  open: { en: 'Open', fr: 'Ouvert', means: 'Waits for the provider.' },
  fulfilled: { en: 'Fulfilled', fr: 'Effectuée', means: 'Every marked requirement has new evidence. Final.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré', means: 'Withdrawn by its duty. Final.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'The deadline has passed. Final.' },
  cancelled: {
    en: 'Cancelled',
    fr: 'Annulé',
    means: 'The case ended otherwise, or its review went on without the correction. Final.',
  },
});
export const correctionStates = CorrectionStateList.options;

/** Expiry is computed when read: the row may still say `open` (promise M4). */
export function correctionStateAt(row: { state: CorrectionState; due_at: Date }, now: Date): CorrectionState {
  return row.state === 'open' && row.due_at <= now ? 'expired' : row.state;
}

/** Days before the deadline at which a reminder is due (contract §2). */
export const reminderDays = [7, 3, 1] as const;
