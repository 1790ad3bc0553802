import { valueList } from '@trust/contracts/values/value-list';

export const ReviewState = valueList({
  pending: {
    en: 'Waiting for an operator',
    fr: 'En attente d’un opérateur',
    means: 'Waits for an operator; not shown.',
  },
  published: { en: 'Published', fr: 'Publié', means: 'Shown in public.' },
  flagged: {
    en: 'Flagged',
    fr: 'Signalé',
    means: 'Somebody flagged it and an operator examines it. Shown, unless flagged as harmful or illegal.',
  },
  removed: {
    en: 'Removed',
    fr: 'Retiré par un opérateur',
    means: 'Removed by an operator after publication. Final but for an appeal.',
  },
  rejected: {
    en: 'Not published',
    fr: 'Non publié',
    means: 'An operator decided not to publish it. Final but for an appeal.',
  },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré par son auteur', means: 'Withdrawn by its author. Final.' },
});
export const reviewStates = ReviewState.options;
export type ReviewState = (typeof reviewStates)[number];

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
