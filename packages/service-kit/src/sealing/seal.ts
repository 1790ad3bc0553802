import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { type Secret, valuesOf } from './secret.ts';

type SealingKeys = readonly [current: Buffer, ...accepted: Buffer[]];

/** The key of each value of a secret: the first seals, each opens. */
export function sealingKeys(secret: Secret, purpose: string, salt = ''): SealingKeys {
  const [current, ...accepted] = valuesOf(secret);
  return [sealingKey(current, purpose, salt), ...accepted.map((value) => sealingKey(value, purpose, salt))];
}

export function sealingKey(secret: string | Buffer, purpose: string, salt = ''): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

/**
 * Encrypts with AES-256-GCM. Opening it requires the same `binding`. With a `KeyObject` it takes a third of the time.
 */
export function seal(key: Buffer | KeyObject, content: string | Buffer, binding = ''): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(binding));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** With several keys, as during a rotation, the one that opens it. Throws as the first does if none does. */
export function unsealWithAny(
  [key, ...others]: readonly [Buffer | KeyObject, ...(Buffer | KeyObject)[]],
  sealed: Buffer,
  binding = '',
): Buffer {
  try {
    return unseal(key, sealed, binding);
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined) throw error;
    return unsealWithAny([next, ...rest], sealed, binding);
  }
}

/** What another key has sealed, sealed with the first. Undefined if the first has sealed it. Throws if none opens it. */
export function reseal(keys: SealingKeys, sealed: Buffer, binding = ''): Buffer | undefined {
  try {
    unseal(keys[0], sealed, binding);
    return undefined;
  } catch {
    return seal(keys[0], unsealWithAny(keys, sealed, binding), binding);
  }
}

/** Decrypts. Throws for damaged content or another `binding`. */
export function unseal(key: Buffer | KeyObject, sealed: Buffer, binding = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(binding)).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}
