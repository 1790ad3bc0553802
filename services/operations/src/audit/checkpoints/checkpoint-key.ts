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

export type CheckpointKey = {
  sign(checkpoint: Checkpoint): Promise<string>;
  open(jws: string): Promise<Checkpoint | undefined>;
};

// Keeps other JWS of the same key from being accepted as checkpoints.
const type = 'audit-checkpoint+jws';

export async function checkpointKey(jwk: Record<string, string>): Promise<CheckpointKey> {
  const { d: _private, ...publicJwk } = jwk;
  const [signing, verifying] = await Promise.all([importJWK(jwk, 'EdDSA'), importJWK(publicJwk, 'EdDSA')]);
  return {
    sign: (checkpoint) =>
      new CompactSign(Buffer.from(JSON.stringify(checkpoint)))
        .setProtectedHeader({ alg: 'EdDSA', typ: type, ...(jwk.kid && { kid: jwk.kid }) })
        .sign(signing),
    async open(jws) {
      try {
        const { payload, protectedHeader } = await compactVerify(jws, verifying, { algorithms: ['EdDSA'] });
        return protectedHeader.typ === type
          ? Checkpoint.parse(JSON.parse(new TextDecoder().decode(payload)))
          : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
