import { hmac, isSignedByAny } from './any-secret.ts';
import type { SignedRequest } from './signed-request.ts';
import { isCurrent } from './timestamp.ts';

const maxHeader = 1000;
const secretForm = /^whsec_([\w+/=]+)$/;

/** Standard Webhooks: `v1,<base64>` over `id.timestamp.body`. Versions other than `v1` do not count. */
export function isSignedByStandard({ body, header, secrets, now }: SignedRequest): boolean {
  const id = header('webhook-id') ?? '';
  const timestamp = header('webhook-timestamp') ?? '';
  const signatures = header('webhook-signature') ?? '';
  // A dot in the id would let two pairs of id and timestamp share a signature.
  if (!/^[\w-]{1,200}$/.test(id) || signatures.length > maxHeader) return false;
  const sign = (secret: string) => signStandard(secret, { id, timestamp, body });
  return isSignedByAny(signatures.split(' '), secrets, sign) && isCurrent(timestamp, now);
}

export function signStandard(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: Buffer },
): string {
  return `v1,${hmac('sha256', keyOf(secret), `${id}.${timestamp}.`, body).toString('base64')}`;
}

/** `whsec_` and 24 to 64 bytes in base64. */
export function isStandardSecret(secret: string): boolean {
  const bytes = secretForm.test(secret) ? keyOf(secret).length : 0;
  return bytes >= 24 && bytes <= 64;
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secretForm.exec(secret)?.[1] ?? '', 'base64');
}
