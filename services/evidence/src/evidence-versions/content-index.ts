import { createHmac } from 'node:crypto';

/** What equal documents have in common in our tables: without the key nobody can look up whether a document is there. */
export function contentIndexOf(secret: string, sha256: Buffer): Buffer {
  return createHmac('sha256', secret).update('evidence content ').update(sha256).digest();
}
