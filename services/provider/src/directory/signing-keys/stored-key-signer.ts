import { decodeJwt, decodeProtectedHeader, errors, importJWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { ClaimSigner, Db } from '../../app.ts';
import type { PublicJwk, VerifiedToken } from '../../claim-token.ts';
import { isPublished, signingKeyAt } from './key-state.ts';
import type { KeySealer } from './make-key.ts';
import { type KeyRow, listSigningKeys } from './queries.ts';

/** Every version of the platform has signed these fields. */
const Payload = z.object({
  sub: z.string(),
  iat: z.number(),
  exp: z.number(),
  claims: z.array(z.object({ claimId: z.uuid() })),
});

const alg = 'EdDSA';
const typ = 'ptp-claims+jwt';

/** Reads the keys for each use: a rotation takes effect on every replica at once. */
export class StoredKeySigner implements ClaimSigner {
  readonly issuer: string;
  readonly #sealer: KeySealer;
  readonly #privateKeys = new Map<string, ReturnType<typeof importJWK>>();

  constructor({ sealer, issuer }: { sealer: KeySealer; issuer: string }) {
    this.issuer = issuer;
    this.#sealer = sealer;
  }

  async publicKeys(db: Db, at: Date): Promise<PublicJwk[]> {
    const keys = await listSigningKeys(db);
    return keys.filter((key) => isPublished(key, keys, at)).map(publicJwk);
  }

  async sign(
    db: Db,
    subject: string,
    claims: Record<string, unknown>,
    { from, until }: { from: Date; until: Date },
  ): Promise<string> {
    const key = signingKeyAt(await listSigningKeys(db), from);
    if (!key) throw new Error('No signing key is usable. Run `npm run keys -- rotate --now`.');
    return new SignJWT(claims)
      .setProtectedHeader({ alg, kid: key.kid, typ })
      .setIssuer(this.issuer)
      .setSubject(subject)
      .setIssuedAt(seconds(from))
      .setExpirationTime(seconds(until))
      .sign(await this.#privateKey(key));
  }

  async verify(db: Db, token: string): Promise<VerifiedToken> {
    const header = headerOf(token);
    if (!header) return { fault: 'malformed' };
    if (header.alg !== alg || header.typ !== typ) return { fault: 'wrong_type' };
    const key = (await listSigningKeys(db)).find(({ kid }) => kid === header.kid);
    if (!key) return { fault: 'unknown_key' };
    if (key.is_compromised) return { fault: 'compromised_key' };
    const publicKey = await importJWK(publicJwk(key), alg);
    const options = { algorithms: [alg], typ, issuer: this.issuer, currentDate: new Date(0) };
    try {
      const { sub, iat, exp, claims } = Payload.parse((await jwtVerify(token, publicKey, options)).payload);
      const dates = { issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) };
      return { fault: null, publicProviderId: sub, ...dates, claimIds: claims.map(({ claimId }) => claimId) };
    } catch (error) {
      return { fault: error instanceof errors.JWTClaimValidationFailed ? 'wrong_issuer' : 'invalid_signature' };
    }
  }

  #privateKey({ kid, sealed }: KeyRow): ReturnType<typeof importJWK> {
    const known = this.#privateKeys.get(kid);
    if (known) return known;
    const opened = importJWK(this.#sealer.unseal(kid, sealed as Buffer), alg);
    this.#privateKeys.set(kid, opened);
    return opened;
  }
}

function publicJwk({ kid, public_key }: KeyRow): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x: public_key, kid, alg, use: 'sig' };
}

function headerOf(token: string) {
  try {
    decodeJwt(token);
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
