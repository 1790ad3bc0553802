import { CompactSign, compactVerify, importJWK } from 'jose';
import { z } from 'zod';

/** `size`: number of entries. `root`: hash of the last one. `tree`: root of their Merkle tree. */
export const Checkpoint = z.strictObject({
  size: z.number().int().min(1),
  root: z.string(),
  /** Absent from checkpoints that are older than the tree. */
  tree: z.string().optional(),
  at: z.iso.datetime(),
});
export type Checkpoint = z.output<typeof Checkpoint>;

type Jwk = Record<string, string>;

const Jwk = z.record(z.string(), z.string());
const PublicKeys = z.union([Jwk.transform((key): [Jwk] => [key]), z.tuple([Jwk], Jwk)]);
export type PublicKeys = [Jwk, ...Jwk[]];

/** A file of `npm run audit -- public-key`: a JSON Web Key, or after a rotation an array of them. */
export function publicKeysIn(text: string): PublicKeys {
  return PublicKeys.parse(JSON.parse(text));
}

export type CheckpointKey = {
  sign(checkpoint: Checkpoint): Promise<string>;
  open(jws: string): Promise<Checkpoint | undefined>;
};

// Keeps other JWS of the same key from being accepted as checkpoints.
const type = 'audit-checkpoint+jws';

/** The first key signs. The others verify what earlier keys signed, which they do for as long as the log is kept. */
export async function checkpointKey(jwk: Jwk, ...accepted: Jwk[]): Promise<CheckpointKey> {
  const signing = await importJWK(jwk, 'EdDSA');
  const verifying = await Promise.all([jwk, ...accepted].map(publicKeyOf));
  return {
    sign: (checkpoint) =>
      new CompactSign(Buffer.from(JSON.stringify(checkpoint)))
        .setProtectedHeader({ alg: 'EdDSA', typ: type, ...(jwk.kid && { kid: jwk.kid }) })
        .sign(signing),
    async open(jws) {
      for (const key of verifying) {
        const checkpoint = await openWith(key, jws);
        if (checkpoint) return checkpoint;
      }
      return undefined;
    },
  };
}

async function openWith(key: Awaited<ReturnType<typeof publicKeyOf>>, jws: string): Promise<Checkpoint | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(jws, key, { algorithms: ['EdDSA'] });
    return protectedHeader.typ === type ? Checkpoint.parse(JSON.parse(new TextDecoder().decode(payload))) : undefined;
  } catch {
    return undefined;
  }
}

function publicKeyOf({ d: _private, ...publicJwk }: Jwk) {
  return importJWK(publicJwk, 'EdDSA');
}
