import type { z } from 'zod';
import { Config as Evidence } from '../../services/evidence/src/config.ts';
import { Config as Gateway } from '../../services/gateway/src/config.ts';
import { Config as Identity } from '../../services/identity/src/config.ts';
import { Config as Operations } from '../../services/operations/src/config.ts';
import { Config as Provider } from '../../services/provider/src/config.ts';
import { Config as Verification } from '../../services/verification/src/config.ts';
import { Config as Webhooks } from '../../services/webhooks/src/config.ts';
import { Config as Website } from '../../services/website/src/config.ts';
import type { ServiceName } from '../local/services.ts';

/** The settings that each service reads at its start. */
export const configs: Record<ServiceName, z.ZodType> = {
  gateway: Gateway,
  website: Website,
  identity: Identity,
  provider: Provider,
  evidence: Evidence,
  verification: Verification,
  operations: Operations,
  webhooks: Webhooks,
};
