import type { Log } from '@trust/service-kit/observability/log';
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Geocoder } from './geocoder.ts';

/** Asks the one address of the configuration, and takes only an answer of the given shape. */
export type GeocoderRequest = <Schema extends z.ZodType>(
  path: string,
  query: Record<string, string>,
  answer: Schema,
) => Promise<z.output<Schema>>;

const timeoutMs = 2000;
const maxBytes = 256 * 1024;

/**
 * Asks a geocoder outside, by GET: two seconds, no redirects, nothing large, a cache of an hour, and after five failures ten seconds of
 * not asking (promises I5, L5).
 */
export function geocoderClient(baseUrl: string, now: () => number = Date.now): GeocoderRequest {
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) });
  const cache = new LRUCache<string, object>({ max: 2000, ttl: 60 * 60 * 1000, ttlResolution: 0, perf: { now } });
  return async (path, query, answer) => {
    const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
    url.search = new URLSearchParams(query).toString();
    const known = cache.get(url.href) ?? (await breaker.execute(() => read(url)));
    const found = answer.parse(known);
    cache.set(url.href, known as object);
    return found;
  };
}

async function read(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', 'user-agent': 'provider-trust-platform' },
  });
  if (!response.ok) throw new Error(`The geocoder answered with ${response.status}.`);
  let bytes = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('The geocoder answered with too much.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** The first geocoder, and where it fails the second: a town is better than nothing. What was asked is not logged. */
export function withFallback(first: Geocoder, second: Geocoder, log: Log): Geocoder {
  const either =
    <Args extends unknown[], Result>(
      one: (...args: Args) => Promise<Result>,
      other: (...args: Args) => Promise<Result>,
    ) =>
    (...args: Args) =>
      one(...args).catch((err: Error) => {
        log.warn({ err: new Error(`${err.name}`) }, 'the geocoder does not answer; the gazetteer does');
        return other(...args);
      });
  return {
    find: either(first.find, second.find),
    nearest: either(first.nearest, second.nearest),
    suggest: either(first.suggest, second.suggest),
  };
}
