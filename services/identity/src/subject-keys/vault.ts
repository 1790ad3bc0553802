import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Seals and opens what belongs to one subject, under the subject's own data key. `field` says what it is; it cannot be moved. */
export type Sealer = {
  seal(field: string, text: string): Buffer;
  /** Throws for what was sealed for another subject or field, or has been changed. */
  open(field: string, sealed: Buffer): string;
};

/** What identity hides persons with (ADR 0007). Knows no database: the wrapped keys are rows of `data_key`. */
export type Vault = {
  /** By which a number or address is found, and which says nothing of it without the secret. */
  indexOf(channel: string, identifier: string): Buffer;
  /** A fresh 256-bit data key, wrapped for its subject alone. */
  newKey(subjectId: string): Buffer;
  sealer(subjectId: string, wrapped: Buffer): Sealer;
};

/** Throws nothing; `secret` is SUBJECT_KEY_SECRET, of which a key to wrap with and one to index with are derived. */
export function openVault(secret: string): Vault {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', use, 32));
  const wrappingKey = derive('wrap data keys');
  const indexKey = derive('index identifiers');
  return {
    indexOf: (channel, identifier) => createHmac('sha256', indexKey).update(`${channel} ${identifier}`).digest(),
    newKey: (subjectId) => encrypt(wrappingKey, subjectId, randomBytes(32)),
    sealer(subjectId, wrapped) {
      const key = decrypt(wrappingKey, subjectId, wrapped);
      return {
        seal: (field, text) => encrypt(key, `${subjectId} ${field}`, Buffer.from(text)),
        open: (field, sealed) => decrypt(key, `${subjectId} ${field}`, sealed).toString(),
      };
    },
  };
}

function encrypt(key: Buffer, belongsTo: string, content: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, belongsTo: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
}
