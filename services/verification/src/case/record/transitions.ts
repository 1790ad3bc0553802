import type { CaseKind, CaseOutcome, CaseState } from '../../db/schema.ts';

/** Transitions of a case (promise M1); `allowed_transition` in the database has the same. */
export const caseTransitions: Record<CaseState, readonly CaseState[]> = {
  awaiting_evidence: ['in_review', 'withdrawn', 'expired'],
  // Only the case with the new evidence of an appeal is closed from here.
  in_review: ['recommended', 'awaiting_correction', 'withdrawn', 'closed'],
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

const dayMs = 24 * 3_600_000;
const correctionDays = 14;
const waitDaysAfterRefusal = 14;
const daysWithoutDocument = 30;

export function correctionDueAt(now: Date): Date {
  return new Date(now.getTime() + correctionDays * dayMs);
}

/** An `initial` or `renewal` case that has had no document since then ends (docs/domain/case.md 43). */
export function emptyBefore(now: Date): Date {
  return new Date(now.getTime() - daysWithoutDocument * dayMs);
}

/** When it ends unless a document comes; null for every other case. */
export function firstDocumentDueAt(
  { kind, state, opened_at }: { kind: CaseKind; state: CaseState; opened_at: Date },
  requirements: readonly { evidence_version_id: string | null; emptied_at: Date | null }[],
): Date | null {
  const isEmpty = requirements.every(({ evidence_version_id }) => evidence_version_id === null);
  if (kind === 'review' || state !== 'awaiting_evidence' || !isEmpty) return null;
  const emptied = requirements.map(({ emptied_at }) => emptied_at?.getTime() ?? 0);
  return new Date(Math.max(opened_at.getTime(), ...emptied) + daysWithoutDocument * dayMs);
}

/** Expiry is computed when read: the row may still say `awaiting_correction` (promise M4). */
export function stateAt(found: { state: CaseState; correction_due_at: Date | null }, now: Date): CaseState {
  const isExpired = found.state === 'awaiting_correction' && found.correction_due_at && found.correction_due_at <= now;
  return isExpired ? 'expired' : found.state;
}

/** Null if the next attempt may begin at once. */
export function nextCaseAt(last: { outcome: CaseOutcome | null; decidedAt: Date } | undefined): Date | null {
  if (last?.outcome !== 'not_verified') return null;
  return waitAfter(last.decidedAt);
}

/** A provider does not try until a reviewer is lenient (docs/domain/case.md 18). */
export function waitAfter(refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + waitDaysAfterRefusal * dayMs);
}
