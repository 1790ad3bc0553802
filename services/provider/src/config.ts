import { JwkSetting, ServiceConfig } from '@trust/service-kit/config';
import type { z } from 'zod';

export const Config = ServiceConfig.extend({
  /** Private Ed25519 JWK with a `kid`: signs claim cards for offline verification. */
  CLAIM_SIGNING_KEY: JwkSetting,
});
export type Config = z.output<typeof Config>;
