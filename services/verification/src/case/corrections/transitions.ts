import type { CorrectionState } from '../../db/schema.ts';

/** Transitions of a correction request; `allowed_transition` in the database has the same. */
export const correctionTransitions: Record<CorrectionState, readonly CorrectionState[]> = {
  open: ['fulfilled', 'withdrawn', 'expired', 'cancelled'],
  fulfilled: [],
  withdrawn: [],
  expired: [],
  cancelled: [],
};

export const correctionStates = [
  'open',
  'fulfilled',
  'withdrawn',
  'expired',
  'cancelled',
] as const satisfies readonly CorrectionState[];

/** Expiry is computed when read: the row may still say `open` (promise M4). */
export function correctionStateAt(row: { state: CorrectionState; due_at: Date }, now: Date): CorrectionState {
  return row.state === 'open' && row.due_at <= now ? 'expired' : row.state;
}

/** Days before the deadline at which a reminder is due (contract §2). */
export const reminderDays = [7, 3, 1] as const;
