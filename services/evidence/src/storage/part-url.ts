import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PartClaims } from '../object-store.ts';

export function signPart(secret: string, claims: PartClaims): string {
  const claimText = `${claims.sessionId}.${claims.sizeBytes}.${claims.expiresAt.getTime()}`;
  return `${claimText}.${signatureOf(secret, claimText, claims.partNumber).toString('base64url')}`;
}

/** Undefined if the token is forged, expired or for another part. */
export function verifyPart(secret: string, token: string, partNumber: number, now: Date): PartClaims | undefined {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.(\d{1,14})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const [, sessionId = '', size, expires, signature = ''] = match;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, `${sessionId}.${size}.${expires}`, partNumber);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const expiresAt = new Date(Number(expires));
  return expiresAt > now ? { sessionId, partNumber, sizeBytes: Number(size), expiresAt } : undefined;
}

function signatureOf(secret: string, claimText: string, partNumber: number): Buffer {
  return createHmac('sha256', secret).update(`upload part ${partNumber} ${claimText}`).digest();
}
