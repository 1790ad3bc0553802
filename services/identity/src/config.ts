import { isIP } from 'node:net';
import { JwkSetting, OriginsSetting, SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { isSupportedCountry } from 'libphonenumber-js/mobile';
import { z } from 'zod';

const CountriesSetting = z
  .string()
  .transform((text) => text.split(',').map((code) => code.trim()))
  .pipe(z.array(z.string().refine(isSupportedCountry, 'must be country codes, such as BE,FR')));

/** Commands read some of them. */
export const Settings = ServiceConfig.extend({
  /** Private Ed25519 JWK with a `kid`: signs actor assertions. Only identity has it. */
  ASSERTION_KEY: JwkSetting,
  /** A second key that services accept during a rotation; its private half is not published. */
  ASSERTION_KEY_ACCEPTED: JwkSetting.optional(),
  /** Without it, codes cannot be guessed from their hashes. */
  CODE_PEPPER: SecretSetting,
  /** A second valid value during a rotation: first the next one, then the previous one. */
  CODE_PEPPER_ACCEPTED: SecretSetting.optional(),
  /** Wraps data keys and indexes identifiers (ADR 0007). Without it every account is lost. */
  SUBJECT_KEY_SECRET: SecretSetting,
  /** A second value that opens data keys, until `npm run data-keys -- rewrap` has wrapped them again. */
  SUBJECT_KEY_SECRET_ACCEPTED: SecretSetting.optional(),
  /** Indexes identifiers in place of SUBJECT_KEY_SECRET once that was rotated: its first value. */
  SUBJECT_INDEX_SECRET: SecretSetting.optional(),
  /** Keys the hashes of verified contact points that provider compares; provider has the same (docs/domain/enquiry.md 25). */
  CONTACT_HASH_SECRET: SecretSetting,
  /** A second value whose hashes are announced too during a rotation: first the next one, then the previous one. */
  CONTACT_HASH_SECRET_ACCEPTED: SecretSetting.optional(),
  /** Public key of the webhooks service, to seal one-time codes to. */
  SEAL_PUBLIC_KEY: JwkSetting,
  /** Private X25519 JWK: opens invited contacts, which the provider service seals. */
  INVITATION_PRIVATE_KEY: JwkSetting,
  /** A second key that opens during a rotation: first the next one, then the previous one. */
  INVITATION_PRIVATE_KEY_ACCEPTED: JwkSetting.optional(),
  /** Pages of these origins may have a cookie session. The gateway has the same list. */
  PORTAL_ORIGINS: OriginsSetting,
  /** ISO 3166 codes of the countries that SMS may go to (promise A6). */
  SMS_COUNTRIES: CountriesSetting,
  /** `required` (default in production): reviewers, deciders, supervisors and security step up with passkeys. */
  OPERATOR_PASSKEYS: z.enum(['required', 'optional']).optional(),
  /** Domain of passkeys, by default the host of PUBLIC_URL. A change makes all passkeys unusable. */
  PASSKEY_RP_ID: z
    .string()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)*$/, 'must be a domain name')
    .refine((name) => isIP(name) === 0, 'must be a domain name, not an IP address')
    .optional(),
  /** Origins of pages that use passkeys; by default those of PORTAL_ORIGINS and PUBLIC_URL. */
  PASSKEY_ORIGINS: OriginsSetting,
});

export const Config = Settings.superRefine(refusePlaintext);
export type Config = z.output<typeof Config>;
