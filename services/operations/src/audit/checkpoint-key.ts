import { CompactSign, compactVerify, importJWK } from 'jose';
import { z } from 'zod';

/** What a checkpoint states: that the chain had so many entries, and the hash of the last of them. */
export const Checkpoint = z.strictObject({ size: z.number().int().min(1), root: z.string(), at: z.iso.datetime() });
export type Checkpoint = z.output<typeof Checkpoint>;

export type CheckpointKey = {
  sign(checkpoint: Checkpoint): Promise<string>;
  /** Undefined for a text that this key has not signed. */
  open(jws: string): Promise<Checkpoint | undefined>;
};

// Another kind of statement signed with the same key must not pass for a checkpoint.
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
