import { JwkSetting, OriginsSetting, SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { z } from 'zod';

export const Config = ServiceConfig.extend({
  /** Private Ed25519 JWK with a `kid`: signs actor assertions. Held here and nowhere else. */
  ASSERTION_KEY: JwkSetting,
  /** By which the gateway is known. */
  INTERNAL_SECRET: SecretSetting,
  /** Base64url of 32 bytes: keeps six digits from being guessed out of a stolen table. */
  CODE_PEPPER: z.string().min(43),
  /** Wraps the data keys of persons and finds their numbers and addresses (ADR 0007). Whoever loses it loses every account. */
  SUBJECT_KEY_SECRET: SecretSetting,
  /** Public key of the webhooks service: one-time codes leave sealed to it. */
  SEAL_PUBLIC_KEY: JwkSetting,
  /** Whose pages may hold a session in a cookie: the portals. The gateway has the same list. */
  PORTAL_ORIGINS: OriginsSetting,
});
export type Config = z.output<typeof Config>;
