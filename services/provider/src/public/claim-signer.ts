import { calculateJwkThumbprint, importJWK, SignJWT } from 'jose';

export type PublicJwk = { kty: string; crv: string; x: string; kid: string; alg: string; use: string };

export type ClaimSigner = {
  publicKeys: PublicJwk[];
  sign(subject: string, claims: Record<string, unknown>, validity: { from: Date; until: Date }): Promise<string>;
};

export async function openClaimSigner(jwk: Record<string, string>, issuer: string): Promise<ClaimSigner> {
  const { kty = '', crv = '', x = '' } = jwk;
  if (kty !== 'OKP' || crv !== 'Ed25519' || !jwk.d) throw new Error('CLAIM_SIGNING_KEY must be a private Ed25519 JWK.');
  const key = await importJWK(jwk, 'EdDSA');
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  return {
    publicKeys: [{ kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }],
    sign: (subject, claims, { from, until }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'ptp-claims+jwt' })
        .setIssuer(issuer)
        .setSubject(subject)
        .setIssuedAt(seconds(from))
        .setExpirationTime(seconds(until))
        .sign(key),
  };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
