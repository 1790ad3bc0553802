import type { CaseState } from '../db/schema.ts';

/** Every transition of a case (contract §4); mirrored by `allowed_transition` in the database. */
export const caseTransitions: Record<CaseState, readonly CaseState[]> = {
  awaiting_evidence: ['in_review', 'withdrawn'],
  in_review: ['recommended', 'awaiting_correction', 'withdrawn'],
  recommended: ['decided', 'awaiting_correction', 'withdrawn'],
  awaiting_correction: ['in_review', 'withdrawn', 'expired'],
  decided: ['under_appeal'],
  under_appeal: ['closed'],
  closed: [],
  withdrawn: [],
  expired: [],
};

export const openStates = [
  'awaiting_evidence',
  'in_review',
  'recommended',
  'awaiting_correction',
] as const satisfies readonly CaseState[];

const correctionDays = 14;

export function correctionDueAt(now: Date): Date {
  return new Date(now.getTime() + correctionDays * 24 * 3_600_000);
}

/** The state that a case has at a moment: once its correction window has passed it is expired, whether or not that is written. */
export function stateAt(found: { state: CaseState; correction_due_at: Date | null }, now: Date): CaseState {
  const lapsed = found.state === 'awaiting_correction' && found.correction_due_at && found.correction_due_at <= now;
  return lapsed ? 'expired' : found.state;
}
