import { valueList } from '@trust/contracts/values/value-list';

export const ResponseState = valueList({
  published: { en: 'Published', fr: 'Publiée', means: 'Shown with the review.' },
  flagged: {
    en: 'Flagged',
    fr: 'Signalée',
    means: 'Somebody flagged it and an operator examines it. Shown, unless flagged as harmful or illegal.',
  },
  removed: { en: 'Removed', fr: 'Retirée par un opérateur', means: 'Removed by an operator. Final.' },
});
export const responseStates = ResponseState.options;
export type ResponseState = (typeof responseStates)[number];

/** `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<ResponseState, readonly ResponseState[]>> = {
  published: ['flagged'],
  flagged: ['published', 'removed'],
  removed: [],
};
