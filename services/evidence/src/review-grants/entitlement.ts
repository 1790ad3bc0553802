import type { Actor } from '@trust/contracts/actor';
import type { CaseState, GrantBasis } from '../db/schema.ts';

type CaseFacts = { state: CaseState; reviewer_id: string | null };

/** While the case is in one of these there is something to look at evidence for. */
const underWay: readonly CaseState[] = [
  'awaiting_evidence',
  'in_review',
  'awaiting_correction',
  'recommended',
  'under_appeal',
];

/** Whether somebody may look at the evidence of a case: its assigned reviewer, or a decider when it awaits a decision. */
export function basisOf(found: CaseFacts, actor: Pick<Actor, 'userId' | 'permissions'>): GrantBasis | undefined {
  if (stands(found, { basis: 'review', reviewer_id: actor.userId })) return 'review';
  const isDecider = actor.permissions.includes('verification.cases.decide');
  return isDecider && stands(found, { basis: 'decision', reviewer_id: actor.userId }) ? 'decision' : undefined;
}

/** Whether a grant's basis still holds, now that the case is as it is. */
export function stands({ state, reviewer_id }: CaseFacts, grant: { basis: GrantBasis; reviewer_id: string }): boolean {
  return grant.basis === 'review'
    ? reviewer_id === grant.reviewer_id && underWay.includes(state)
    : state === 'recommended';
}
