import { timedOutRequest } from './connection-errors.ts';

export type Fetch = (request: Request) => Promise<Response>;

export type Timing = {
  /** Milliseconds from the request to the last byte of the response; 0 for no limit. */
  timeoutMs: number;
  /** The limit ends with the headers of the response. */
  streams: boolean;
};

const longestTimer = 2 ** 31 - 1;

/** Rejects with a `TimeoutError`, or with the reason of the request's signal. */
export async function fetchInTime(fetch: Fetch, request: Request, { timeoutMs, streams }: Timing): Promise<Response> {
  const abort = new AbortController();
  const follow = () => abort.abort(request.signal.reason);
  if (request.signal?.aborted) follow();
  else request.signal?.addEventListener('abort', follow, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    if (timeoutMs <= 0 || timeoutMs > longestTimer) return;
    timer = setTimeout(() => {
      const error = timedOutRequest(request, timeoutMs);
      // Before the abort, whose error `fetch` may wrap.
      reject(error);
      abort.abort(error);
    }, timeoutMs);
  });
  try {
    // The platform redirects nothing. A followed 307 would send tokens of the body to another address.
    const sent = fetch(new Request(request, { redirect: 'manual', signal: abort.signal }));
    return await Promise.race([streams ? sent : sent.then(readWhole), tooLate]);
  } finally {
    clearTimeout(timer);
    if (!streams) request.signal?.removeEventListener('abort', follow);
  }
}

/** Reads the body, so that a connection lost in the middle of it is a lost request too. */
async function readWhole(response: Response): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (!body || status < 200 || [204, 205, 304].includes(status)) return response;
  return new Response(await response.blob(), { status, statusText, headers });
}
