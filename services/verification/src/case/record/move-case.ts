import type { Trx } from '../../app.ts';
import type { CaseState } from '../../db/schema.ts';
import { type Case, type CaseChanges, updateCase } from './queries.ts';
import { caseTransitions, correctionDueAt } from './transitions.ts';

/** `isByPlatform`: an operator or the platform withdrew it; `isForReview`: to open a review in its place. */
export type CaseMoved = {
  type: 'case_moved';
  from: Case;
  moved: Case;
  at: Date;
  isByPlatform?: boolean;
  isForReview?: boolean;
};

/** Call once the state allows it. Writes the next state and returns what happened, for `applyEffects`: effects.ts has what follows from it. */
export async function moveCase(
  trx: Trx,
  from: Case,
  to: Exclude<CaseState, 'awaiting_evidence'>,
  now: Date,
  changes: Omit<CaseChanges, 'state'> = {},
): Promise<CaseMoved> {
  if (!caseTransitions[from.state].includes(to))
    throw new Error(`Case ${from.id} is ${from.state} and cannot change to ${to}.`);
  const correction_due_at = to === 'awaiting_correction' ? (changes.correction_due_at ?? correctionDueAt(now)) : null;
  const moved = await updateCase(trx, from, { ...changes, state: to, correction_due_at });
  return { type: 'case_moved', from, moved, at: to === 'expired' ? (from.correction_due_at ?? now) : now };
}
