import type { ReviewState } from '@trust/contracts/events/customers';

/** See docs/domain/reviews-and-disputes.md 28; `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<ReviewState, readonly ReviewState[]>> = {
  pending: ['published', 'rejected', 'withdrawn'],
  published: ['flagged', 'withdrawn'],
  flagged: ['published', 'removed', 'withdrawn'],
  removed: [],
  rejected: [],
  withdrawn: [],
};

/** Only with a decided appeal, which the database requires (docs/domain/reviews-and-disputes.md 28). */
export const transitionsByAppeal: Readonly<Record<ReviewState, readonly ReviewState[]>> = {
  pending: [],
  published: ['removed'],
  flagged: [],
  removed: ['published'],
  rejected: ['published'],
  withdrawn: [],
};

/** The state that a decision leads to; the present one if it confirms. */
export function stateAfter(state: ReviewState, outcome: 'approved' | 'refused'): ReviewState {
  if (outcome === 'approved') return 'published';
  if (state === 'pending') return 'rejected';
  return state === 'rejected' ? state : 'removed';
}
