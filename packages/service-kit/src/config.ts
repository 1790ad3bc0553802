import { type LimitName, limits } from '@trust/contracts/limits';
import { z } from 'zod';

/** What every service reads from its environment. A service adds its own by `CommonConfig.extend(...)`. */
export const CommonConfig = z.object({
  PORT: z.coerce.number().int().min(0).max(65535),
  HOST: z.string().default('127.0.0.1'),
  /** A service started alone is in production; only the local stack says otherwise. */
  TRUST_MODE: z.enum(['development', 'production']).default('production'),
  /** Where clients reach the gateway: the base of problem types and signed URLs. */
  PUBLIC_URL: z.url(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NATS_URL: z.string(),
  /** Of the NATS user that is named like the service. */
  NATS_PASSWORD: z.string().min(1),
  /** Milliseconds that answers go on after the signal to stop, until the load balancer has seen that this one is not ready. */
  SHUTDOWN_WAIT_MS: z.coerce.number().int().min(0).max(15_000).default(5000),
  /** Milliseconds from that signal to the end of the process, come what may: before 25 s are over (promise L6). */
  SHUTDOWN_DEADLINE_MS: z.coerce.number().int().min(0).max(24_500).default(24_000),
  IDENTITY_URL: z.url(),
  /** Requests that a service works on at a time; what is over is refused at once (promise L3). */
  MOST_IN_FLIGHT: z.coerce.number().int().positive().default(256),
  /** Uploads and downloads at a time. They take no place of the others, however slow they are (ADR 0028). */
  MOST_STREAMS: z.coerce.number().int().positive().default(256),
});

const JsonSetting = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

/** Points by the name of a limit, as JSON: `{"sms-budget": 2000}`. */
const LimitsSetting = JsonSetting.pipe(z.partialRecord(z.enum(Object.keys(limits) as LimitName[]), z.int().positive()));

/** Base64url of 32 random bytes. What was typed or copied from an example is refused. */
export const SecretSetting = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be 32 random bytes in base64url')
  .refine((text) => !/example|secret|change|password/i.test(text) && new Set(text).size >= 16, 'must be random');

/** The same, for the services that have a database. */
export const ServiceConfig = CommonConfig.extend({
  DATABASE_URL: z.string(),
  /** Base64url of 32 bytes: encrypts cursors and stored idempotent answers. */
  CURSOR_SECRET: z.string().min(43),
  /** Proves that a request comes from the gateway (promise A7). Each service has its own. */
  INTERNAL_SECRET: SecretSetting,
  /** Limits that differ from the usual ones (`rate-limit.ts`). Each service counts its own. */
  RATE_LIMITS: LimitsSetting.optional(),
});
export type ServiceConfig = z.output<typeof ServiceConfig>;

/** Origins of web pages, such as `https://portal.example.org`, with commas between them; none if empty. */
export const OriginsSetting = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, 'must be origins')));

/** A JSON Web Key in one environment variable. */
export const JwkSetting = JsonSetting.pipe(z.record(z.string(), z.string()));

/** Reads and checks the environment; ends the process with the list of what is wrong, names only, never values. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, environment = process.env): z.output<Schema> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not usable:\n${faults.join('\n')}`);
}
