import { createHmac, randomBytes } from 'node:crypto';
import { seal, sealingKey, unseal } from '@trust/service-kit/sealing/seal';
import type { Vault } from '../app.ts';

export function openVault(secret: string): Vault {
  const derive = (use: string) => sealingKey(Buffer.from(secret, 'base64url'), use);
  const wrappingKey = derive('wrap data keys');
  const indexKey = derive('index identifiers');
  const deviceKey = derive('hash devices');
  const signInKey = derive('answer sign-ins');
  return {
    indexOf: (channel, identifier) => createHmac('sha256', indexKey).update(`${channel} ${identifier}`).digest(),
    deviceHash: (identifierIndex, device) =>
      createHmac('sha256', deviceKey).update(identifierIndex).update(device).digest(),
    signInSecret: (request) => createHmac('sha256', signInKey).update(request).digest(),
    newKey: (subjectId) => seal(wrappingKey, randomBytes(32), subjectId),
    sealer(subjectId, wrapped) {
      const key = unseal(wrappingKey, wrapped, subjectId);
      return {
        seal: (field, text) => seal(key, text, `${subjectId} ${field}`),
        open: (field, sealed) => unseal(key, sealed, `${subjectId} ${field}`).toString(),
      };
    },
  };
}
