import { JwkSetting, OriginsSetting, SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { isSupportedCountry } from 'libphonenumber-js/mobile';
import { z } from 'zod';

/** ISO 3166 codes, such as `BE,FR`. Nothing is sent anywhere else. */
const CountriesSetting = z
  .string()
  .transform((text) => text.split(',').map((code) => code.trim()))
  .pipe(z.array(z.string().refine(isSupportedCountry, 'must be country codes, such as BE,FR')));

export const Config = ServiceConfig.extend({
  /** Private Ed25519 JWK with a `kid`: signs actor assertions. Held here and nowhere else. */
  ASSERTION_KEY: JwkSetting,
  /** Base64url of 32 bytes: keeps six digits from being guessed out of a stolen table. */
  CODE_PEPPER: z.string().min(43),
  /** Wraps the data keys of persons and finds their numbers and addresses (ADR 0007). Whoever loses it loses every account. */
  SUBJECT_KEY_SECRET: SecretSetting,
  /** Public key of the webhooks service: one-time codes leave sealed to it. */
  SEAL_PUBLIC_KEY: JwkSetting,
  /** Private X25519 JWK: who is invited to represent a provider comes sealed to it. */
  INVITATION_PRIVATE_KEY: JwkSetting,
  /** Whose pages may hold a session in a cookie: the portals. The gateway has the same list. */
  PORTAL_ORIGINS: OriginsSetting,
  /** Where one-time codes may go by SMS (promise A6). */
  SMS_COUNTRIES: CountriesSetting,
});
export type Config = z.output<typeof Config>;
