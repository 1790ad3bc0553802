import type { CaseState } from '../../db/schema.ts';

export function awaitsDocuments(state: CaseState): boolean {
  return state === 'awaiting_evidence' || state === 'awaiting_correction';
}

/** Verification then sets the case to `expired`, maybe later (docs/domain/review-and-duties.md 26). */
export function isOverdue({ caseDueAt }: { caseDueAt: Date | null }, now: Date): boolean {
  return caseDueAt !== null && caseDueAt <= now;
}
