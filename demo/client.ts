import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createTrustClient, type RetryOptions, type Tokens, type TrustClient } from '../packages/client/src/client.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Session = { accessToken: string; refreshToken: string; identifier: string; sessionId: string };

export type Answer<Body> = { status: number; body: Body; headers: Headers; requestId: string; ms: number };
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  requestId: string;
  errors: { field: string; code: string }[];
};

export type CallOptions = {
  as?: Session | undefined;
  body?: unknown;
  raw?: Buffer;
  headers?: Record<string, string>;
};

export type CallRecord = { method: Method; path: string; status: number; requestId: string; ms: number };

/** Constant, so that operators sign in from a known device. */
const deviceId = 'the-device-of-the-demo';

export class Client {
  readonly url: string;
  readonly #onAnswer: (call: CallRecord) => void;
  readonly #patienceMs: number;
  readonly #clients = new WeakMap<Session, TrustClient>();

  constructor(url: string, onAnswer: (call: CallRecord) => void = () => {}, { retryMs = 0 } = {}) {
    this.url = url.replace(/\/$/, '');
    this.#onAnswer = onAnswer;
    this.#patienceMs = retryMs;
  }

  /** The typed client of a session. */
  as(session: Session): TrustClient {
    const known = this.#clients.get(session);
    if (known) return known;
    const made = this.typed();
    // The storage in memory has the tokens when this call returns.
    void made.session.adopt(session as unknown as Tokens);
    this.#clients.set(session, made);
    return made;
  }

  /** A typed client without a session, for a sign-in or public reads. */
  typed(retry: RetryOptions = {}): TrustClient {
    const send = (request: Request) => this.#record(request);
    return createTrustClient({ baseUrl: this.url, headers: { 'x-device-id': deviceId }, retry, fetch: send });
  }

  async #record(request: Request): Promise<Response> {
    const requestId = randomUUID();
    request.headers.set('x-request-id', requestId);
    const started = performance.now();
    const response = await this.#send(request.url, () => fetch(request.clone()));
    const ms = Math.round(performance.now() - started);
    const { pathname } = new URL(request.url);
    // Signed URLs of parts stay whole: only the first part of a document has an audit entry.
    const path = pathname.includes('/evidence-uploads/') ? request.url : pathname.replace(/^\/api\/v1/, '');
    this.#onAnswer({ method: request.method as Method, path, status: response.status, requestId, ms });
    return response;
  }

  /** For tests, and for what the demo repeats until a status. Paths are below `/api/v1`, except `/dev` and `/.well-known`. */
  async call<Body = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    const requestId = randomUUID();
    const { as, body: json, raw } = options;
    const headers: Record<string, string> = {
      'x-request-id': requestId,
      'x-device-id': deviceId,
      ...(as && { authorization: `Bearer ${as.accessToken}` }),
      // A retry with the same key repeats the response, not the work.
      ...(as && method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const content = json === undefined ? (raw as NonNullable<RequestInit['body']> | undefined) : JSON.stringify(json);
    const started = performance.now();
    const address = this.#address(path);
    const init = { method, headers, ...(content !== undefined && { body: content }) };
    const response = await this.#send(address, () => fetch(address, init));
    const body = /json$/.test(response.headers.get('content-type')?.split(';')[0] ?? '')
      ? await response.json()
      : Buffer.from(await response.arrayBuffer());
    const ms = Math.round(performance.now() - started);
    this.#onAnswer({ method, path, status: response.status, requestId, ms });
    return { status: response.status, body: body as Body, headers: response.headers, requestId, ms };
  }

  async expect<Body>(status: number, method: Method, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    return this.expectOneOf<Body>([status], method, path, options);
  }

  async expectOneOf<Body>(
    statuses: number[],
    method: Method,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<Body>> {
    const answer = await this.call<Body>(method, path, options);
    if (!statuses.includes(answer.status))
      throw new UnexpectedResponse(`${method} ${path}`, statuses.join(' or '), answer);
    return answer;
  }

  #address(path: string): string {
    if (/^https?:/.test(path)) return path;
    return `${this.url}${/^\/(dev|\.well-known|api\/v1)\//.test(path) ? '' : '/api/v1'}${path}`;
  }

  async #send(address: string, attempt: () => Promise<Response>): Promise<Response> {
    const deadline = performance.now() + this.#patienceMs;
    for (;;) {
      const outcome = await attempt().catch((error: unknown) => error);
      const isResponse = outcome instanceof Response;
      if (isResponse && !isRetryable(outcome)) return outcome;
      if (performance.now() > deadline) {
        if (isResponse) return outcome;
        throw new Error(`${address} does not respond.`, { cause: outcome });
      }
      if (isResponse) await outcome.body?.cancel();
      await delay(100);
    }
  }
}

function isRetryable({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) || (status === 409 && headers.has('retry-after'));
}

export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';

  constructor(request: string, expected: number | string, { status, body, requestId }: Answer<unknown>) {
    const shown = Buffer.isBuffer(body) ? `${body.length} bytes` : JSON.stringify(body, null, 2);
    super(`${request}: expected ${expected}, got ${status}\nrequest ${requestId}\n${shown}`);
  }
}

// Longer than the 30 s after which events of a killed consumer are delivered again.
const defaultTimeoutMs = 45_000;

export async function eventually<T>(
  what: string,
  check: () => Promise<T | undefined>,
  withinMs = defaultTimeoutMs,
): Promise<T> {
  const started = performance.now();
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 250)) {
    const found = await check();
    if (found !== undefined) return found;
    if (performance.now() - started > withinMs)
      throw new Error(`Timed out after ${withinMs / 1000} s waiting for: ${what}`);
    await delay(pause);
  }
}
