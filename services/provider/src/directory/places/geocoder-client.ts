import type { Log } from '@trust/service-kit/observability/log';
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Geocoder } from '../../geocoder.ts';

export type GeocoderRequest = <Schema extends z.ZodType>(
  path: string,
  query: Record<string, string>,
  schema: Schema,
) => Promise<z.output<Schema>>;

const timeoutMs = 2000;
const maxBytes = 256 * 1024;

/** GET with the bounds of promises I5 and L5. */
export function geocoderClient(baseUrl: string, now: () => number = Date.now): GeocoderRequest {
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) });
  const cache = new LRUCache<string, object>({ max: 2000, ttl: 60 * 60 * 1000, ttlResolution: 0, perf: { now } });
  return async (path, query, schema) => {
    const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
    url.search = new URLSearchParams(query).toString();
    const body = cache.get(url.href) ?? (await breaker.execute(() => read(url)));
    const found = schema.parse(body);
    cache.set(url.href, body as object);
    return found;
  };
}

async function read(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', 'user-agent': 'provider-trust-platform' },
  });
  if (!response.ok) throw new Error(`The geocoder returned ${response.status}.`);
  let bytes = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('The response of the geocoder is too large.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** The error message may contain the query: only its name is logged (promise I5). */
export function withFallback(first: Geocoder, second: Geocoder, log: Log): Geocoder {
  const firstThenSecond =
    <Args extends unknown[], Result>(
      primary: (...args: Args) => Promise<Result>,
      secondary: (...args: Args) => Promise<Result>,
    ) =>
    (...args: Args) =>
      primary(...args).catch((err: Error) => {
        log.warn({ err: new Error(`${err.name}`) }, 'Geocoder failed; using the gazetteer');
        return secondary(...args);
      });
  return {
    find: firstThenSecond(first.find, second.find),
    nearest: firstThenSecond(first.nearest, second.nearest),
    suggest: firstThenSecond(first.suggest, second.suggest),
  };
}
