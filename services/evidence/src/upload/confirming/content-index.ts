import { createHmac } from 'node:crypto';

/** Keyed, so that the tables alone do not show whether a known document is stored. */
export function contentIndexOf(secret: string, sha256: Buffer): Buffer {
  return createHmac('sha256', secret).update('evidence content ').update(sha256).digest();
}
