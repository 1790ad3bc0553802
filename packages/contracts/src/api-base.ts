/** A few routes, such as the signing keys, are at the root instead. */
export const apiBase = '/api/v1';
