import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';
import type { CaseState, DecisionRelation } from '../../db/schema.ts';

export const DecisionStatus = valueList('decisionStatus', {
  in_force: { en: 'In force', fr: 'En vigueur', means: 'The decision is in force.' },
  under_appeal: { en: 'Under appeal', fr: 'En recours', means: 'An appeal against the decision is pending.' },
  set_aside: { en: 'Set aside', fr: 'Annulée', means: 'A decision on an appeal replaced it.' },
  superseded: { en: 'Replaced', fr: 'Remplacée', means: 'The decision of a later case replaced it.' },
});
export type DecisionStatus = z.output<typeof DecisionStatus>;

type Later = { relation: DecisionRelation | null } | undefined;

/** A decision is never updated: its status follows from the later decision and the state of its case. */
export function decisionStatus(caseState: CaseState, later: Later): DecisionStatus {
  if (later) return later.relation === 'sets_aside' ? 'set_aside' : 'superseded';
  return caseState === 'under_appeal' ? 'under_appeal' : 'in_force';
}
