import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the URL of a part allows: these many bytes, as this part of this session, until then. */
export type PartClaims = { sessionId: string; partNumber: number; sizeBytes: number; expiresAt: Date };

/** The token of a part's URL: what it allows, in the open, and an HMAC-SHA256 that only we can make. */
export function signPart(secret: string, claims: PartClaims): string {
  const open = `${claims.sessionId}.${claims.sizeBytes}.${claims.expiresAt.getTime()}`;
  return `${open}.${signatureOf(secret, open, claims.partNumber).toString('base64url')}`;
}

/** What a token allows for the part of the path; undefined if it is forged, expired or for another part. */
export function verifyPart(secret: string, token: string, partNumber: number, now: Date): PartClaims | undefined {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.(\d{1,14})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const [, sessionId = '', size, expires, signature = ''] = match;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(secret, `${sessionId}.${size}.${expires}`, partNumber);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const expiresAt = new Date(Number(expires));
  return expiresAt > now ? { sessionId, partNumber, sizeBytes: Number(size), expiresAt } : undefined;
}

function signatureOf(secret: string, open: string, partNumber: number): Buffer {
  return createHmac('sha256', secret).update(`upload part ${partNumber} ${open}`).digest();
}
