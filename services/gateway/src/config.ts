import { CommonConfig, OriginsSetting, SecretSetting } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { z } from 'zod';

export const services = ['identity', 'provider', 'evidence', 'verification', 'operations', 'webhooks'] as const;
export type ServiceName = (typeof services)[number];

export type ServiceEndpoint = { urls: readonly string[]; secret: string };

const list = z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []));
const Urls = list.pipe(z.array(z.url()).min(1));

const Settings = CommonConfig.extend({
  /** Address that clients reach HOST by, where it differs: that of a published port of a container. */
  PUBLISHED_ADDRESS: z.string().optional(),
  /** A second address to listen on, in development: of the network that `npm start -- --lan` opens. */
  LAN_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Addresses of the service's replicas, separated by commas. */
  IDENTITY_URL: Urls,
  PROVIDER_URL: Urls,
  EVIDENCE_URL: Urls,
  VERIFICATION_URL: Urls,
  OPERATIONS_URL: Urls,
  WEBHOOKS_URL: Urls,
  WEBSITE_URL: Urls,
  /** INTERNAL_SECRET of each service: proves that a request comes from the gateway. */
  IDENTITY_INTERNAL_SECRET: SecretSetting,
  PROVIDER_INTERNAL_SECRET: SecretSetting,
  EVIDENCE_INTERNAL_SECRET: SecretSetting,
  VERIFICATION_INTERNAL_SECRET: SecretSetting,
  OPERATIONS_INTERNAL_SECRET: SecretSetting,
  WEBHOOKS_INTERNAL_SECRET: SecretSetting,
  WEBSITE_INTERNAL_SECRET: SecretSetting,
  /** A second valid value during a rotation: the website sends its secret too. */
  WEBSITE_INTERNAL_SECRET_ACCEPTED: SecretSetting.optional(),
  /** Origins whose pages may use a session cookie. Identity has the same list. */
  PORTAL_ORIGINS: OriginsSetting,
  /** `session` requires a session for public reads (ADR 0030). */
  PUBLIC_READS: z.enum(['anonymous', 'session']).default('anonymous'),
  /** Where developers get help: `info.contact` of both contracts. Without it, PUBLIC_URL is there. */
  CONTACT_EMAIL: z.email().optional(),
  /** Accepted host names besides that of PUBLIC_URL. */
  EDGE_HOSTS: list.default([]),
  /** Addresses or networks of load balancers whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: list.default([]),
  /** Lowest average speed of an upload after the grace; below it 408 (ADR 0028). */
  EDGE_UPLOAD_BYTES_PER_SECOND: z.coerce.number().int().positive().default(16_384),
  /** Milliseconds before that speed is required. */
  EDGE_UPLOAD_GRACE_MS: z.coerce.number().int().positive().default(5000),
  /** Requests per client address and minute. */
  EDGE_REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(3000),
});
/** Anybody who reads the mailbox can sign in as anybody. */
const mailboxIsLocal = ({ TRUST_MODE, PUBLISHED_ADDRESS, HOST }: z.output<typeof Settings>) =>
  TRUST_MODE === 'production' || /^(127(\.\d+){3}|\[?::1\]?|localhost)$/.test(PUBLISHED_ADDRESS ?? HOST);

/** Production has proxies, and one address. */
const lanIsForDevelopment = ({ TRUST_MODE, LAN_ADDRESS }: z.output<typeof Settings>) =>
  TRUST_MODE === 'development' || LAN_ADDRESS === undefined;

export const Config = Settings.superRefine(refusePlaintext)
  .refine(lanIsForDevelopment, {
    path: ['LAN_ADDRESS'],
    error: 'is for development. In production, HOST is the address to listen on',
  })
  .refine(mailboxIsLocal, {
    path: ['TRUST_MODE'],
    error: ({ input }) => {
      const { PUBLISHED_ADDRESS, HOST } = input as z.output<typeof Settings>;
      return `development shows all one-time codes at /dev/mailbox, and other machines reach ${PUBLISHED_ADDRESS ?? HOST}. \
Listen on 127.0.0.1 (with Compose: GATEWAY_ADDRESS), or set TRUST_MODE=production`;
    },
  });
export type Config = z.output<typeof Config>;
export type PublicReads = Config['PUBLIC_READS'];

export function endpointOf(config: Config, service: ServiceName | 'website'): ServiceEndpoint {
  const name = service.toUpperCase() as Uppercase<typeof service>;
  return { urls: config[`${name}_URL`], secret: config[`${name}_INTERNAL_SECRET`] };
}
