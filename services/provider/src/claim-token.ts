import { valueList } from '@trust/contracts/value-list';
export type PublicJwk = { kty: string; crv: string; x: string; kid: string; alg: string; use: string };

/** Why a token proves nothing. */
export const TokenFault = valueList({
  malformed: { en: 'Malformed', fr: '', means: 'Not a compact JWS with a JSON payload.' },
  wrong_type: { en: 'Wrong type', fr: '', means: 'Not a signed card: another `typ` or algorithm.' },
  unknown_key: { en: 'Unknown key', fr: '', means: 'The platform never had a key with this `kid`.' },
  compromised_key: {
    en: 'Compromised key',
    fr: '',
    means: 'The key was compromised. The platform confirms nothing that it signed.',
  },
  invalid_signature: {
    en: 'Invalid signature',
    fr: '',
    means: 'The token was changed after it was signed, or another key signed it.',
  },
  wrong_issuer: { en: 'Wrong issuer', fr: '', means: 'Another platform issued the token.' },
});
export const tokenFaults = TokenFault.options;

export type TokenFault = (typeof tokenFaults)[number];

export type VerifiedToken =
  | { fault: TokenFault }
  | { fault: null; publicProviderId: string; issuedAt: Date; expiresAt: Date; claimIds: string[] };
