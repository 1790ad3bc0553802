import type { KeyRow } from './queries.ts';

export const maxTokenDays = 7;
const hourMs = 3_600_000;
/** Longer than a token, for replicas whose clocks differ. */
const overlapMs = maxTokenDays * 24 * hourMs + hourMs;

/** `next`: published, not signing yet. `replaced`: published until its last token has expired. */
export type KeyState = 'next' | 'signing' | 'replaced' | 'finished' | 'retired' | 'compromised';

/** Computed when read: no job changes the state of a key. */
export function keyStateAt(key: KeyRow, keys: readonly KeyRow[], at: Date): KeyState {
  if (key.is_compromised) return 'compromised';
  if (key.retired_at) return 'retired';
  if (key === signingKeyAt(keys, at)) return 'signing';
  if (key.signs_from > at) return 'next';
  return isPublished(key, keys, at) ? 'replaced' : 'finished';
}

/** The newest key whose time has come; if that one is retired, the next. Never an older one. */
export function signingKeyAt(keys: readonly KeyRow[], at: Date): KeyRow | undefined {
  const used = keys.filter(wasUsable);
  const newest = used.findLastIndex(({ signs_from }) => signs_from <= at);
  return used.slice(Math.max(newest, 0)).find(({ retired_at }) => retired_at === null);
}

/** Undefined while no key replaces it. */
export function publishedUntil(key: KeyRow, keys: readonly KeyRow[]): Date | undefined {
  const next = keys.slice(keys.indexOf(key) + 1).find(wasUsable);
  return next && new Date(next.signs_from.getTime() + overlapMs);
}

export function isPublished(key: KeyRow, keys: readonly KeyRow[], at: Date): boolean {
  const until = publishedUntil(key, keys);
  return key.retired_at === null && (until === undefined || until > at);
}

/** A key that was retired before its time replaces nothing. */
function wasUsable({ retired_at, signs_from }: KeyRow): boolean {
  return retired_at === null || retired_at > signs_from;
}
