import { ConnectionError, lostRequest, TimeoutError } from './connection-errors.ts';
import { type Fetch, fetchInTime, type Timing } from './fetch-in-time.ts';
import { retryAfterOf } from './problem.ts';

export type RetryOptions = {
  /** Attempts in total; 1 switches retries off. */
  attempts?: number;
  /** A longer `Retry-After` is not waited for: the response is returned as it is. */
  maxWaitMs?: number;
  /** Between 0 and 1, for jitter. */
  random?: () => number;
  /** Rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
};

export type Transport = (makeRequest: () => Request, timing?: Partial<Timing>) => Promise<Response>;

const backoffMs = 200;
export const defaultTimeoutMs = 30_000;
/** A connection that swallows everything costs two timeouts, whatever `attempts` is. */
const maxTimeouts = 2;

/** Retries what the platform invites to retry, and lost requests that are safe to repeat. */
export function createTransport(
  fetch: Fetch,
  options: RetryOptions = {},
  defaults: Timing = { timeoutMs: defaultTimeoutMs, streams: false },
): Transport {
  const { attempts = 5, maxWaitMs = 30_000, random = Math.random, sleep = sleepFor } = options;

  function waitAfter(attempt: number, request: Request, outcome: Response | ConnectionError): number | undefined {
    if (attempt >= attempts || !isWorthRetrying(request, outcome)) return undefined;
    const retryAfter = outcome instanceof Response ? retryAfterOf(outcome) : undefined;
    // Never earlier than asked: jitter only adds.
    const wait =
      retryAfter === undefined ? random() * backoffMs * 2 ** attempt : retryAfter * 1000 + random() * backoffMs;
    return retryAfter === undefined || retryAfter * 1000 <= maxWaitMs ? wait : undefined;
  }

  return async (makeRequest, timing) => {
    let timeouts = 0;
    for (let attempt = 1; ; attempt++) {
      const request = makeRequest();
      const outcome = await fetchInTime(fetch, request, { ...defaults, ...timing }).catch((error: unknown) =>
        lost(request, error),
      );
      if (outcome instanceof TimeoutError && ++timeouts === maxTimeouts) throw outcome;
      const wait = waitAfter(attempt, request, outcome);
      if (wait === undefined) {
        if (outcome instanceof ConnectionError) throw outcome;
        return outcome;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(wait, request.signal);
    }
  };
}

function lost(request: Request, error: unknown): ConnectionError {
  if (request.signal?.aborted) throw error;
  return error instanceof TimeoutError ? error : lostRequest(request, error);
}

function isWorthRetrying({ method, headers }: Request, outcome: Response | ConnectionError): boolean {
  const isRepeatable = method !== 'PATCH' && (method !== 'POST' || headers.has('idempotency-key'));
  if (outcome instanceof ConnectionError) return isRepeatable;
  // Both say that nothing was done (for 409: docs/domain/upload.md 7, 8).
  if (outcome.status === 429 || outcome.status === 409) return outcome.headers.has('retry-after');
  return isRepeatable && [502, 503, 504].includes(outcome.status);
}

function sleepFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
