import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Secret, valuesOf } from '@trust/service-kit/sealing/secret';
import type { PartClaims } from '../object-store.ts';

export function signPart(secret: Secret, claims: PartClaims): string {
  const claimText = `${claims.sessionId}.${claims.sizeBytes}.${claims.expiresAt.getTime()}`;
  return `${claimText}.${signatureOf(valuesOf(secret)[0], claimText, claims.partNumber).toString('base64url')}`;
}

/** Undefined if the token is forged, expired or for another part. */
export function verifyPart(secret: Secret, token: string, partNumber: number, now: Date): PartClaims | undefined {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.(\d{1,14})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const [, sessionId = '', size, expires, signature = ''] = match;
  const given = Buffer.from(signature, 'base64url');
  const isSigned = valuesOf(secret).some((value) => {
    const expected = signatureOf(value, `${sessionId}.${size}.${expires}`, partNumber);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return undefined;
  const expiresAt = new Date(Number(expires));
  return expiresAt > now ? { sessionId, partNumber, sizeBytes: Number(size), expiresAt } : undefined;
}

function signatureOf(secret: string, claimText: string, partNumber: number): Buffer {
  return createHmac('sha256', secret).update(`upload part ${partNumber} ${claimText}`).digest();
}
