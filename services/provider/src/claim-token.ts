export type PublicJwk = { kty: string; crv: string; x: string; kid: string; alg: string; use: string };

/** Why a token proves nothing. */
export const tokenFaults = [
  'malformed',
  'wrong_type',
  'unknown_key',
  'compromised_key',
  'invalid_signature',
  'wrong_issuer',
] as const;

export type TokenFault = (typeof tokenFaults)[number];

export type VerifiedToken =
  | { fault: TokenFault }
  | { fault: null; publicProviderId: string; issuedAt: Date; expiresAt: Date; claimIds: string[] };
