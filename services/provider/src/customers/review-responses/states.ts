export const responseStates = ['published', 'flagged', 'removed'] as const;
export type ResponseState = (typeof responseStates)[number];

/** `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<ResponseState, readonly ResponseState[]>> = {
  published: ['flagged'],
  flagged: ['published', 'removed'],
  removed: [],
};
