import { JwkSetting, SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { z } from 'zod';

export const Config = ServiceConfig.extend({
  /** Seals the keys that sign claim cards and the keys of names in the database (ADR 0063, docs/domain/names.md 1). */
  CLAIM_KEY_SECRET: SecretSetting,
  /** A second value that opens these keys during a rotation: first the next one, then the previous one. */
  CLAIM_KEY_SECRET_ACCEPTED: SecretSetting.optional(),
  /** Keys the hashes of names in place of CLAIM_KEY_SECRET once that was rotated: its first value. */
  NAME_INDEX_SECRET: SecretSetting.optional(),
  /** Private Ed25519 JWK with a `kid`: the first signing key, while the database has none. Generated if absent. */
  CLAIM_SIGNING_KEY: JwkSetting.optional(),
  /** Identity's public key, which seals the contact of an invitation (docs/domain/invitations.md 2). */
  INVITATION_PUBLIC_KEY: JwkSetting,
  /** HMAC key that detects a repeated invitation of the same contact. */
  INVITATION_SECRET: SecretSetting,
  /** Keys the hashes of verified contact points, as in identity (docs/domain/enquiry.md 25). */
  CONTACT_HASH_SECRET: SecretSetting,
  /** Source of addresses: the built-in list of places, or a server of the operator. */
  GEOCODER: z.enum(['gazetteer', 'photon', 'nominatim']).default('gazetteer'),
  /** Address of that server; required with `photon` and `nominatim`. */
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
})
  .superRefine(refusePlaintext)
  .refine(({ GEOCODER, GEOCODER_URL }) => GEOCODER === 'gazetteer' || GEOCODER_URL, {
    path: ['GEOCODER_URL'],
    message: 'is required when GEOCODER is photon or nominatim',
  });
export type Config = z.output<typeof Config>;
