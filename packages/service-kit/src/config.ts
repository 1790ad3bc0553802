import { type LimitName, limits } from '@trust/contracts/limits';
import { z } from 'zod';
import { clockFault } from './clock.ts';

/** Settings of every process that listens for HTTP. */
export const ProcessConfig = z.object({
  /** Port that the process listens on. `0` takes a free one. */
  PORT: z.coerce.number().int().min(0).max(65535),
  /** Address that the process listens on. In a container `0.0.0.0`. */
  HOST: z.string().default('127.0.0.1'),
  /** `development` enables the mailbox and permits test doubles. Only `npm start` sets it. */
  TRUST_MODE: z.enum(['development', 'production']).default('production'),
  /** Address of the platform for clients: base of problem types and signed URLs. */
  PUBLIC_URL: z.url(),
  /** `true` says that nobody else can read or change what the network carries. Otherwise production requires TLS. */
  TRUSTED_NETWORK: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** PEM file of the operator's CA, whose certificates are accepted beside those of public CAs. */
  TLS_CA_FILE: z.string().min(1).optional(),
  /** PEM file of the certificate of this process, with its chain; then it listens with HTTPS. Read at the start. */
  TLS_CERT_FILE: z.string().min(1).optional(),
  /** PEM file of the private key of that certificate, which only this process can read. */
  TLS_KEY_FILE: z.string().min(1).optional(),
  /** Collector of metrics and traces; without it none are sent. Other `OTEL_*` settings apply too. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url()]).optional(),
  /** Lowest level that is logged. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Requests that take longer in a service, in milliseconds, are traced even if they are not sampled; failed ones always. */
  TRACE_SLOWER_THAN_MS: z.coerce.number().int().min(0).default(1000),
  /** Milliseconds between failing `/readyz` and closing the listener, so that load balancers stop sending requests. */
  SHUTDOWN_WAIT_MS: z.coerce.number().int().min(0).max(15_000).default(5000),
  /** Milliseconds from the signal to the forced exit, below 25 s (promise L6). */
  SHUTDOWN_DEADLINE_MS: z.coerce.number().int().min(0).max(24_500).default(24_000),
  /** Concurrent requests of each pool: ordinary ones, and privileged ones with webhooks. More get 503 (promise L3). */
  MAX_IN_FLIGHT: z.coerce.number().int().positive().default(256),
});

/** `canParse` alone accepts `localhost:4222`, with a protocol `localhost:`. */
function hasProtocol(text: string, ...protocols: string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}

const PostgresUrl = z
  .string()
  .refine(
    (text) => hasProtocol(text, 'postgres:', 'postgresql:') && new URL(text).pathname.length > 1,
    'must be an address such as postgres://host:5432/database, with role and password',
  );

const NatsUrl = z
  .string()
  .refine(
    (text) => text.split(',').every((one) => hasProtocol(one, 'nats:', 'tls:')),
    'must be an address such as nats://host:4222, several with commas between',
  );

/** Settings of the gateway and of every service with a database; a service extends them. */
export const CommonConfig = ProcessConfig.extend({
  /** Address of NATS with JetStream; the user name is that of the service. */
  NATS_URL: NatsUrl,
  /** Password of the NATS user of this service. */
  NATS_PASSWORD: z.string().min(1),
  /** A second password that is tried during a rotation: first the next one, then the previous one. */
  NATS_PASSWORD_ACCEPTED: z.string().min(1).optional(),
  /** Address of the identity service, which resolves sessions and publishes public keys. */
  IDENTITY_URL: z.url(),
  /** File with the time of a history, for development alone: `npm start -- --world` writes it (ADR 0140). */
  DEVELOPMENT_CLOCK_FILE: z.string().min(1).optional(),
  /** Concurrent uploads and downloads, which may be slow (ADR 0028). */
  MAX_STREAMS: z.coerce.number().int().positive().default(256),
});

export const JsonSetting = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

const LimitsSetting = JsonSetting.pipe(z.partialRecord(z.enum(Object.keys(limits) as LimitName[]), z.int().positive()));

/** 32 random bytes in base64url. Refuses values typed by hand or copied from an example. */
export const SecretSetting = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be 32 random bytes in base64url')
  .refine((text) => !/example|secret|change|password/i.test(text) && new Set(text).size >= 16, 'must be random');

export const ServiceConfig = CommonConfig.extend({
  /** Postgres database of the service, with the application role and its password. */
  DATABASE_URL: PostgresUrl,
  /** Address of the same database past PgBouncer, for session locks. Set it only if `DATABASE_URL` is a PgBouncer. */
  DATABASE_DIRECT_URL: PostgresUrl.optional(),
  /** The keys of cursors, stored idempotent responses, payments and received webhooks derive from it. Each service has its own. */
  CURSOR_SECRET: SecretSetting,
  /** A second valid value during a rotation: first the next one, then the previous one. */
  CURSOR_SECRET_ACCEPTED: SecretSetting.optional(),
  /** Proves that a request comes from the gateway (promise A7). Each service has its own. */
  INTERNAL_SECRET: SecretSetting,
  /** A second valid value during a rotation. */
  INTERNAL_SECRET_ACCEPTED: SecretSetting.optional(),
  /** JSON object from the name of a limit to points, instead of the contract's numbers. */
  RATE_LIMITS: LimitsSetting.optional(),
});
export type ServiceConfig = z.output<typeof ServiceConfig>;

const Origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be origins separated by commas, such as https://portal.example.org',
  );
const listOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** Comma-separated web origins, such as `https://portal.example.org`; none if empty. */
export const OriginsSetting = z.string().default('').transform(listOf).pipe(z.array(Origin));

const Jwk = z.record(z.string(), z.string());
export const JwkSetting = JsonSetting.pipe(Jwk);

/** A JSON array of public JWKs; none if absent. */
export const PublicJwksSetting = JsonSetting.pipe(
  z.array(Jwk.refine((key) => key.d === undefined, 'must not contain a private key')),
).default([]);

/** Throws an error that names each wrong setting, never its value. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, environment = process.env): z.output<Schema> {
  const result = schema.safeParse(environment);
  const faults = faultsOf(result, environment).map((fault) => `  ${fault}`);
  if (result.success && faults.length === 0) return result.data;
  throw new Error(`The configuration is invalid. Correct these environment variables:\n${faults.join('\n')}`);
}

/** One line for each wrong setting, with its name and never its value. */
export function settingFaults(schema: z.ZodType, environment: Record<string, string | undefined>): string[] {
  return faultsOf(schema.safeParse(environment), environment);
}

function faultsOf({ error }: z.ZodSafeParseResult<unknown>, environment: Record<string, string | undefined>): string[] {
  const faults = error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  return [...faults, clockFault(environment) ?? []].flat();
}
