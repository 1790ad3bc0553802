import { CommonConfig, OriginsSetting, SecretSetting } from '@trust/service-kit/config';
import { z } from 'zod';

/** The services behind the gateway, as the contract's `x-service` names them. */
export const services = ['identity', 'provider', 'evidence', 'verification', 'operations', 'webhooks'] as const;
export type ServiceName = (typeof services)[number];

const list = z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []));
/** Where the replicas of a service are. */
const Urls = list.pipe(z.array(z.url()).min(1));

export const Config = CommonConfig.extend({
  /** By which identity knows the gateway. */
  INTERNAL_SECRET: SecretSetting,
  IDENTITY_URL: Urls,
  PROVIDER_URL: Urls,
  EVIDENCE_URL: Urls,
  VERIFICATION_URL: Urls,
  OPERATIONS_URL: Urls,
  WEBHOOKS_URL: Urls,
  /** Whose pages may hold a session in a cookie, and call from a browser: the portals. Identity has the same list. */
  PORTAL_ORIGINS: OriginsSetting,
  /** Addresses or networks of the load balancers in front of the gateway, separated by commas. */
  TRUSTED_PROXIES: list.default([]),
  /** Requests a minute that one address may make, whatever they are for. */
  EDGE_REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(3000),
});
export type Config = z.output<typeof Config>;

export function serviceUrls(config: Config): Record<ServiceName, string[]> {
  return {
    identity: config.IDENTITY_URL,
    provider: config.PROVIDER_URL,
    evidence: config.EVIDENCE_URL,
    verification: config.VERIFICATION_URL,
    operations: config.OPERATIONS_URL,
    webhooks: config.WEBHOOKS_URL,
  };
}
