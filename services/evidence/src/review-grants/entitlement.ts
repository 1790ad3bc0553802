import type { CaseDuty, CaseState } from '../db/schema.ts';

type Grantee = { duty: CaseDuty; assigneeId: string };
export type CaseFacts = { state: CaseState; duties: readonly Grantee[] };

/** The states in which the assignee of a duty has work that needs the evidence. */
const workStates: Record<CaseDuty, readonly CaseState[]> = {
  review: ['awaiting_evidence', 'in_review', 'awaiting_correction', 'recommended'],
  decide: ['recommended'],
  appeal: ['under_appeal'],
};

/** The duty for which a person may read the evidence of a case. */
export function dutyOf(found: CaseFacts, userId: string): CaseDuty | undefined {
  return found.duties.find((held) => held.assigneeId === userId && isEntitled(found, held))?.duty;
}

/** Whether a person may read the evidence of a case for a duty. */
export function isEntitled({ state, duties }: CaseFacts, { duty, assigneeId }: Grantee): boolean {
  const isAssigned = duties.some((held) => held.duty === duty && held.assigneeId === assigneeId);
  return isAssigned && workStates[duty].includes(state);
}
