import { JwkSetting, SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { z } from 'zod';

export const Config = ServiceConfig.extend({
  /** Private Ed25519 JWK with a `kid`: signs claim cards for offline verification. */
  CLAIM_SIGNING_KEY: JwkSetting,
  /** Public key of identity: whom an invitation is for leaves sealed to it, and is kept nowhere here (ADR 0016). */
  INVITATION_PUBLIC_KEY: JwkSetting,
  /** By which it is known that somebody is invited already, and nothing else. */
  INVITATION_SECRET: SecretSetting,
  /** Finds addresses. The gazetteer is our own, and knows towns only. */
  GEOCODER: z.enum(['gazetteer', 'photon', 'nominatim']).default('gazetteer'),
  /** Where Photon or Nominatim answers. */
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
}).refine(({ GEOCODER, GEOCODER_URL }) => GEOCODER === 'gazetteer' || GEOCODER_URL, {
  path: ['GEOCODER_URL'],
  message: 'is where the geocoder answers',
});
export type Config = z.output<typeof Config>;
