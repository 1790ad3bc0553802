/** Replaces `text.slice(start, end)`. */
export type Change = { start: number; end: number; replace: string };
