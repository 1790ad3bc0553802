import { valueList } from '@trust/contracts/value-list';
import type { CaseState, DecisionRelation } from '../../db/schema.ts';

export const DecisionStatus = valueList({
  in_force: { en: 'In force', fr: 'En vigueur', means: 'The decision is in force.' },
  under_appeal: { en: 'Under appeal', fr: 'En recours', means: 'An appeal against the decision is pending.' },
  set_aside: { en: 'Set aside', fr: 'Remplacée', means: 'A decision on an appeal replaced it.' },
  superseded: { en: 'Superseded', fr: 'Remplacée', means: 'The decision of a later case replaced it.' },
});
export const decisionStatuses = DecisionStatus.options;
export type DecisionStatus = (typeof decisionStatuses)[number];

type Later = { relation: DecisionRelation | null } | undefined;

/** A decision is never updated: its status follows from the later decision and the state of its case. */
export function decisionStatus(caseState: CaseState, later: Later): DecisionStatus {
  if (later) return later.relation === 'sets_aside' ? 'set_aside' : 'superseded';
  return caseState === 'under_appeal' ? 'under_appeal' : 'in_force';
}
