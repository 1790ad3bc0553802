import { createHmac, randomBytes } from 'node:crypto';
import { seal, sealingKey, unseal, unsealBytes } from '@trust/service-kit/seal';

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
  /** Names a device in the context of one identity, and says nothing of either without the secret. */
  deviceHash(identifierIndex: Buffer, device: string): Buffer;
  /** A fresh 256-bit data key, wrapped for its subject alone. */
  newKey(subjectId: string): Buffer;
  sealer(subjectId: string, wrapped: Buffer): Sealer;
};

/** Throws nothing; `secret` is SUBJECT_KEY_SECRET, of which the keys to wrap, to index and to hash devices with are derived. */
export function openVault(secret: string): Vault {
  const derive = (use: string) => sealingKey(Buffer.from(secret, 'base64url'), use);
  const wrappingKey = derive('wrap data keys');
  const indexKey = derive('index identifiers');
  const deviceKey = derive('hash devices');
  return {
    indexOf: (channel, identifier) => createHmac('sha256', indexKey).update(`${channel} ${identifier}`).digest(),
    deviceHash: (identifierIndex, device) =>
      createHmac('sha256', deviceKey).update(identifierIndex).update(device).digest(),
    newKey: (subjectId) => seal(wrappingKey, randomBytes(32), subjectId),
    sealer(subjectId, wrapped) {
      const key = unsealBytes(wrappingKey, wrapped, subjectId);
      return {
        seal: (field, text) => seal(key, text, `${subjectId} ${field}`),
        open: (field, sealed) => unseal(key, sealed, `${subjectId} ${field}`),
      };
    },
  };
}
