import type { CaseDuty, CaseState } from '../db/schema.ts';

type Grantee = { duty: CaseDuty; assigneeId: string };
type CaseFacts<Holder extends Grantee = Grantee> = { state: CaseState; duties: readonly Holder[] };

const workStates: Record<CaseDuty, readonly CaseState[]> = {
  review: ['awaiting_evidence', 'in_review', 'awaiting_correction', 'recommended'],
  decide: ['recommended'],
  // The case is under appeal, or was opened for the new evidence of the appeal.
  appeal: ['under_appeal', 'awaiting_evidence', 'in_review', 'awaiting_correction'],
};

export function entitlingDuty<Holder extends Grantee>(facts: CaseFacts<Holder>, userId: string): Holder | undefined {
  return facts.duties.find((one) => one.assigneeId === userId && isEntitled(facts, one));
}

export function isEntitled({ state, duties }: CaseFacts, { duty, assigneeId }: Grantee): boolean {
  const isAssigned = duties.some((one) => one.duty === duty && one.assigneeId === assigneeId);
  return isAssigned && workStates[duty].includes(state);
}
