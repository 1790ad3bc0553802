import { valueList } from '@trust/contracts/values/value-list';

export const ResponseState = valueList({
  pending: { en: 'Waiting', fr: 'En attente', means: 'Waits for an operator. Not shown.' },
  published: { en: 'Published', fr: 'Publiée', means: 'Shown with the review.' },
  flagged: {
    en: 'Flagged',
    fr: 'Signalée',
    means: 'Somebody flagged it and an operator examines it. Shown, unless flagged as harmful or illegal.',
  },
  rejected: {
    en: 'Not published',
    fr: 'Non publiée',
    means: 'An operator did not publish it. Another text can replace it.',
  },
  removed: { en: 'Removed', fr: 'Retirée par un opérateur', means: 'Removed by an operator. Final.' },
});
export const responseStates = ResponseState.options;
export type ResponseState = (typeof responseStates)[number];

/** `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<ResponseState, readonly ResponseState[]>> = {
  pending: ['published', 'rejected'],
  published: ['flagged'],
  flagged: ['published', 'removed'],
  rejected: [],
  removed: [],
};

/** Undefined if nobody examines the response. */
export function stateAfter(
  state: ResponseState,
  isApproved: boolean,
): 'published' | 'rejected' | 'removed' | undefined {
  if (state === 'pending') return isApproved ? 'published' : 'rejected';
  if (state === 'flagged') return isApproved ? 'published' : 'removed';
}
