import { createHmac } from 'node:crypto';
import { isSameSecret } from '@trust/service-kit/sealing/secret';

export function hmac(algorithm: 'sha1' | 'sha256', secret: string | Buffer, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac(algorithm, secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Whether one presented signature is that of a live secret. Constant time for each comparison. */
export function isSignedByAny(
  presented: readonly string[],
  secrets: readonly string[],
  sign: (secret: string) => string,
): boolean {
  const expected = secrets.map(sign);
  return presented.some((signature) => expected.some((one) => isSameSecret(signature, one)));
}
