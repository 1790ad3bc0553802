import type { CaseState } from '../db/schema.ts';

export function awaitsDocuments(state: CaseState): boolean {
  return state === 'awaiting_evidence' || state === 'awaiting_correction';
}

/** Whether the correction window has passed: verification calls such a case `expired` (contract §4). */
export function isOverdue({ caseDueAt }: { caseDueAt: Date | null }, now: Date): boolean {
  return caseDueAt !== null && caseDueAt <= now;
}
