import { hmac, isSignedByAny } from './any-secret.ts';
import type { SignedRequest } from './signed-request.ts';

/** `X-Hub-Signature-256: sha256=<hex>` over the raw bytes. There is no timestamp. */
export function isSignedByMeta({ body, header, secrets }: SignedRequest): boolean {
  const presented = header('x-hub-signature-256') ?? '';
  return isSignedByAny([presented], secrets, (secret) => `sha256=${hmac('sha256', secret, body).toString('hex')}`);
}
