import { valueList } from '@trust/contracts/values/value-list';

export const ResponseState = valueList('reviewResponseState', {
  pending: {
    en: 'Waiting',
    fr: 'En attente',
    means: { en: 'Waits for an operator. Not shown.', fr: 'Attend un opérateur. Non affichée.' },
  },
  published: { en: 'Published', fr: 'Publiée', means: { en: 'Shown with the review.', fr: 'Affichée avec l’avis.' } },
  flagged: {
    en: 'Flagged',
    fr: 'Signalée',
    means: {
      en: 'Somebody flagged it and an operator examines it. Shown, unless flagged as harmful or illegal.',
      fr: 'Quelqu’un l’a signalée et un opérateur l’examine. Affichée, sauf si elle est signalée comme préjudiciable ou illégale.',
    },
  },
  rejected: {
    en: 'Not published',
    fr: 'Non publiée',
    means: {
      en: 'An operator did not publish it. Another text can replace it.',
      fr: 'Un opérateur ne l’a pas publiée. Un autre texte peut la remplacer.',
    },
  },
  removed: {
    en: 'Removed',
    fr: 'Retirée par un opérateur',
    means: { en: 'Removed by an operator. Final.', fr: 'Retirée par un opérateur. Définitif.' },
  },
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
