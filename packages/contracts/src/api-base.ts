/** Where the routes of version 1 are. A few, such as the keys of signed cards, are at the root of the host instead. */
export const apiBase = '/api/v1';
