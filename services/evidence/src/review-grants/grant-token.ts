import { createHash, randomBytes } from 'node:crypto';

/** 256 bits that only the reviewer's URL holds; what we keep is the hash. */
export function newGrantToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashGrantToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
