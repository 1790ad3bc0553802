import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The key for one purpose, 32 bytes, derived from a secret. */
export function sealingKey(secret: string | Buffer, purpose: string, salt = ''): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

/** AES-256-GCM: nothing in it can be read or changed, nor opened with another `binding`. */
export function seal(key: Buffer, content: string | Buffer, binding = ''): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(binding));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** The text that was sealed. Throws where it is damaged, or bound to something else. */
export function unseal(key: Buffer, sealed: Buffer, binding = ''): string {
  return unsealBytes(key, sealed, binding).toString();
}

/** The same for what is no text. */
export function unsealBytes(key: Buffer, sealed: Buffer, binding = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(binding)).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}
