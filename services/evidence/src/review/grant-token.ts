import { createHash, randomBytes } from 'node:crypto';

/** 256 bits; only the hash is stored. */
export function newGrantToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashGrantToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
