import { createHmac, randomBytes } from 'node:crypto';
import { reseal, seal, sealingKey, unseal, unsealWithAny } from '@trust/service-kit/sealing/seal';
import { type Secret, valuesOf } from '@trust/service-kit/sealing/secret';
import type { Vault } from '../app.ts';

export type VaultSettings = {
  SUBJECT_KEY_SECRET: string;
  SUBJECT_KEY_SECRET_ACCEPTED?: string | undefined;
  SUBJECT_INDEX_SECRET?: string | undefined;
};

export function configuredVault(settings: VaultSettings): Vault {
  const { SUBJECT_KEY_SECRET: current, SUBJECT_KEY_SECRET_ACCEPTED: accepted, SUBJECT_INDEX_SECRET } = settings;
  return openVault(accepted ? [current, accepted] : current, SUBJECT_INDEX_SECRET || current);
}

/** `indexSecret` stays when `secret` is rotated: contacts are found by a hash, which no other value makes (ADR 0124). */
export function openVault(secret: Secret, indexSecret: string = valuesOf(secret)[0]): Vault {
  const derive = (from: string, use: string) => sealingKey(Buffer.from(from, 'base64url'), use);
  const [current, ...accepted] = valuesOf(secret).map((value) => derive(value, 'wrap data keys'));
  if (!current) throw new Error('The vault needs a secret.');
  const indexKey = derive(indexSecret, 'index identifiers');
  const deviceKey = derive(indexSecret, 'hash devices');
  const signInKey = derive(indexSecret, 'answer sign-ins');
  return {
    indexOf: (channel, identifier) => createHmac('sha256', indexKey).update(`${channel} ${identifier}`).digest(),
    deviceHash: (identifierIndex, device) =>
      createHmac('sha256', deviceKey).update(identifierIndex).update(device).digest(),
    signInSecret: (request) => createHmac('sha256', signInKey).update(request).digest(),
    newKey: (subjectId) => seal(current, randomBytes(32), subjectId),
    rewrap: (subjectId, wrapped) => reseal([current, ...accepted], wrapped, subjectId),
    sealer(subjectId, wrapped) {
      const key = unsealWithAny([current, ...accepted], wrapped, subjectId);
      return {
        seal: (field, text) => seal(key, text, `${subjectId} ${field}`),
        open: (field, sealed) => unseal(key, sealed, `${subjectId} ${field}`).toString(),
      };
    },
  };
}
