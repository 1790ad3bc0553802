import { JwkSetting, ServiceConfig } from '@trust/service-kit/config';
import { z } from 'zod';

export const Config = ServiceConfig.extend({
  /** Private Ed25519 JWK with a `kid`: signs claim cards for offline verification. */
  CLAIM_SIGNING_KEY: JwkSetting,
  /** Finds addresses. The gazetteer is our own, and knows towns only. */
  GEOCODER: z.enum(['gazetteer', 'photon', 'nominatim']).default('gazetteer'),
  /** Where Photon or Nominatim answers. */
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
}).refine(({ GEOCODER, GEOCODER_URL }) => GEOCODER === 'gazetteer' || GEOCODER_URL, {
  path: ['GEOCODER_URL'],
  message: 'is where the geocoder answers',
});
export type Config = z.output<typeof Config>;
