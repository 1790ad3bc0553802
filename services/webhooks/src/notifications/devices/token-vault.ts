import { createHmac, hash, randomBytes } from 'node:crypto';
import { seal, sealingKey, unseal } from '@trust/service-kit/sealing/seal';
import type { TokenVault } from '../../app.ts';

/** The first secret seals; all open. */
export function openTokenVault(secrets: readonly string[]): TokenVault {
  const keys = secrets.map(keysOf);
  const [current] = keys;
  if (!current) throw new Error('Push tokens need a secret.');
  const hashOf = (key: Buffer, token: string) => createHmac('sha256', key).update(token).digest();
  return {
    keyId: current.id,
    seal(deviceId, token) {
      const dataKey = randomBytes(32);
      return {
        sealed_token: seal(dataKey, token, deviceId),
        wrapped_key: seal(current.wrapping, dataKey, deviceId),
        key_id: current.id,
        token_hash: hashOf(current.index, token),
      };
    },
    open(deviceId, { sealed_token, wrapped_key, key_id }) {
      const key = keys.find(({ id }) => id === key_id);
      if (!key) throw new Error(`No secret opens the push token: none has the id ${key_id}.`);
      return unseal(unseal(key.wrapping, wrapped_key, deviceId), sealed_token, deviceId).toString();
    },
    hashes: (token) => keys.map(({ index }) => hashOf(index, token)),
  };
}

function keysOf(secret: string) {
  const bytes = Buffer.from(secret, 'base64url');
  return {
    id: hash('sha256', sealingKey(bytes, 'name of the secret'), 'hex').slice(0, 16),
    wrapping: sealingKey(bytes, 'wrap data keys of push tokens'),
    index: sealingKey(bytes, 'index push tokens'),
  };
}
