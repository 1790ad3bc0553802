import type { CaseState, DecisionRelation } from '../../db/schema.ts';

export const decisionStatuses = ['in_force', 'under_appeal', 'set_aside', 'superseded'] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];

type Later = { relation: DecisionRelation | null } | undefined;

/** A decision is never updated: its status follows from the later decision and the state of its case. */
export function decisionStatus(caseState: CaseState, later: Later): DecisionStatus {
  if (later) return later.relation === 'sets_aside' ? 'set_aside' : 'superseded';
  return caseState === 'under_appeal' ? 'under_appeal' : 'in_force';
}
