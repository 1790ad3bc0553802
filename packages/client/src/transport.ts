import { retryAfterOf } from './problem.ts';

export type Fetch = (request: Request) => Promise<Response>;

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

export type Transport = (makeRequest: () => Request) => Promise<Response>;

/** No response arrived. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const backoffMs = 200;

/** Retries what the platform invites to retry, and lost requests that are safe to repeat. */
export function createTransport(fetch: Fetch, options: RetryOptions = {}): Transport {
  const { attempts = 5, maxWaitMs = 30_000, random = Math.random, sleep = sleepFor } = options;

  function waitAfter(attempt: number, request: Request, outcome: Response | ConnectionError): number | undefined {
    if (attempt >= attempts || !isWorthRetrying(request, outcome)) return undefined;
    const retryAfter = outcome instanceof Response ? retryAfterOf(outcome) : undefined;
    // Never earlier than asked: jitter only adds.
    const wait =
      retryAfter === undefined ? random() * backoffMs * 2 ** attempt : retryAfter * 1000 + random() * backoffMs;
    return retryAfter === undefined || retryAfter * 1000 <= maxWaitMs ? wait : undefined;
  }

  return async (makeRequest) => {
    for (let attempt = 1; ; attempt++) {
      const request = makeRequest();
      // The platform redirects nothing. A followed 307 would send tokens of the body to another address.
      const outcome = await fetch(new Request(request, { redirect: 'manual' })).catch((error: unknown) =>
        lost(request, error),
      );
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
  const { origin, pathname } = new URL(request.url);
  return new ConnectionError(`${request.method} ${origin}${pathname} got no response. Check the connection.`, {
    cause: error,
  });
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
