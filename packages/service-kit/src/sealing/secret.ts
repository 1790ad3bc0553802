import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, whatever the lengths: it compares SHA-256 hashes. */
export function isSameSecret(presented = '', secret: string): boolean {
  return timingSafeEqual(hash('sha256', presented, 'buffer'), hash('sha256', secret, 'buffer'));
}
