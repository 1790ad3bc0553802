import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Whether what somebody presented, if anything, is the secret. It takes the same time wherever the two differ and however long they are: what is
 * compared are their SHA-256.
 */
export function isSameSecret(presented = '', secret: string): boolean {
  return timingSafeEqual(hash('sha256', presented, 'buffer'), hash('sha256', secret, 'buffer'));
}
