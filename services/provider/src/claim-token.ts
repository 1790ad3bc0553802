import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export type PublicJwk = { kty: string; crv: string; x: string; kid: string; alg: string; use: string };

/** Why a token proves nothing. */
export const TokenFault = valueList('claimTokenFault', {
  malformed: { en: 'Unreadable', fr: 'Illisible', means: 'Not a compact JWS with a JSON payload.' },
  wrong_type: {
    en: 'Not a signed card',
    fr: 'Pas une fiche signée',
    means: 'Not a signed card: another `typ` or algorithm.',
  },
  unknown_key: { en: 'Unknown key', fr: 'Clé inconnue', means: 'The platform never had a key with this `kid`.' },
  compromised_key: {
    en: 'Key no longer trusted',
    fr: 'Clé qui n’est plus sûre',
    means: 'The key was compromised. The platform confirms nothing that it signed.',
  },
  invalid_signature: {
    en: 'Invalid signature',
    fr: 'Signature non valide',
    means: 'The token was changed after it was signed, or another key signed it.',
  },
  wrong_issuer: { en: 'Another platform', fr: 'Autre plateforme', means: 'Another platform issued the token.' },
});
export type TokenFault = z.output<typeof TokenFault>;

export type VerifiedToken =
  | { fault: TokenFault }
  | { fault: null; publicProviderId: string; issuedAt: Date; expiresAt: Date; claimIds: string[] };
