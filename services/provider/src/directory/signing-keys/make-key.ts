import { generateKeyPairSync } from 'node:crypto';
import { seal, sealingKeys, unsealWithAny } from '@trust/service-kit/sealing/seal';
import type { Secret } from '@trust/service-kit/sealing/secret';
import { calculateJwkThumbprint } from 'jose';
import type { Db } from '../../app.ts';
import { insertSigningKey } from './queries.ts';

type Jwk = Record<string, string>;
type Sealed = { kid: string; public_key: string; sealed: Buffer };

export function keySealer(secret: Secret) {
  const keys = sealingKeys(secret, 'claim-signing-key');
  return {
    seal: (kid: string, jwk: Jwk) => seal(keys[0], JSON.stringify(jwk), kid),
    unseal: (kid: string, sealed: Buffer): Jwk => {
      try {
        return JSON.parse(unsealWithAny(keys, sealed, kid).toString());
      } catch (cause) {
        throw new Error('CLAIM_KEY_SECRET does not open the signing key. Set the secret that sealed it.', { cause });
      }
    },
  };
}
export type KeySealer = ReturnType<typeof keySealer>;

export function newKey(sealer: KeySealer): Promise<Sealed> {
  return sealedKey(sealer, generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Jwk);
}

async function sealedKey(sealer: KeySealer, jwk: Jwk): Promise<Sealed> {
  const { kty, crv, x = '', d } = jwk;
  if (kty !== 'OKP' || crv !== 'Ed25519' || !d) throw new Error('CLAIM_SIGNING_KEY must be a private Ed25519 JWK.');
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  return { kid, public_key: x, sealed: sealer.seal(kid, jwk) };
}

/** Stores the first key: that of CLAIM_SIGNING_KEY, or a new one. Replicas may do so at the same time. */
export async function ensureFirstKey(
  db: Db,
  { sealer, imported, now }: { sealer: KeySealer; imported: Jwk | undefined; now: Date },
): Promise<void> {
  const key = await (imported ? sealedKey(sealer, imported) : newKey(sealer));
  await insertSigningKey(db, { ...key, replaces: null, signs_from: now, created_at: now });
}
