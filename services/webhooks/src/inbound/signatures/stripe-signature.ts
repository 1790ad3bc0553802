import { hmac, isSignedByAny } from './any-secret.ts';
import type { SignedRequest } from './signed-request.ts';
import { isCurrent } from './timestamp.ts';

const maxHeader = 1000;

/** `Stripe-Signature: t=<seconds>,v1=<hex>`, over `t.body`. Other schemes, such as `v0`, do not count. */
export function isSignedForStripe({ body, header, secrets, now }: SignedRequest): boolean {
  const text = header('stripe-signature') ?? '';
  if (text.length > maxHeader) return false;
  const pairs = text.split(',').map((pair) => pair.split('='));
  const valuesOf = (name: string) =>
    pairs.flatMap(([key, value = '', ...more]) => (key === name && more.length === 0 ? [value] : []));
  const [timestamp = '', second] = valuesOf('t');
  if (second !== undefined) return false;
  const isSigned = isSignedByAny(valuesOf('v1'), secrets, (secret) =>
    hmac('sha256', secret, `${timestamp}.`, body).toString('hex'),
  );
  return isSigned && isCurrent(timestamp, now);
}
