import { hash, timingSafeEqual } from 'node:crypto';

/** One value, or two during its rotation: the first signs and seals, each is accepted (ADR 0124). */
export type Secret = string | readonly [current: string, ...accepted: string[]];

/** A setting and its `…_ACCEPTED`, which is the next value first and the previous one later. */
export function secretOf(current: string, accepted: string | undefined): Secret {
  return accepted === undefined ? current : [current, accepted];
}

/** Of a setting that may be missing. */
export function listOf<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}

export function valuesOf(secret: Secret): readonly [current: string, ...accepted: string[]] {
  return typeof secret === 'string' ? [secret] : secret;
}

/** Compares in constant time, whatever the lengths: it compares SHA-256 hashes. */
export function isSameSecret(presented: string | undefined, secret: Secret): boolean {
  const given = hash('sha256', presented ?? '', 'buffer');
  const matches = valuesOf(secret).map((value) => timingSafeEqual(given, hash('sha256', value, 'buffer')));
  return matches.includes(true);
}
