import { unavailable } from '@trust/service-kit/problems/problem';
import { z } from 'zod';

const Summary = z.object({
  traceId: z.string(),
  requestId: z.string().optional(),
  at: z.number(),
  name: z.string(),
  status: z.number().optional(),
  ms: z.number(),
  totalMs: z.number(),
  services: z.array(z.string()),
  errors: z.number(),
});
export type Summary = z.output<typeof Summary>;

const Row = z.object({
  depth: z.number(),
  service: z.string(),
  name: z.string(),
  offset: z.number(),
  ms: z.number(),
  isError: z.boolean(),
  status: z.string().optional(),
  waited: z.number().optional(),
  isLinked: z.boolean(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type Row = z.output<typeof Row>;

export const Requests = z.object({ requests: z.array(Summary) });
export const Waterfall = z.object({ summary: Summary, rows: z.array(Row), isCut: z.boolean() });
export type Waterfall = z.output<typeof Waterfall>;

const timeoutMs = 3000;

/** Reads the local receiver. Undefined for an unknown trace; throws a 503 if it does not answer. */
export async function readTraces<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  if (!response || response.status >= 500)
    throw unavailable({ upstream: 'telemetry', reason: String(response?.status ?? 'no answer') });
  return response.ok ? schema.parse(await response.json()) : undefined;
}
