import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

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
  /** Bytes to be sent as they are. */
  raw?: Buffer;
  headers?: Record<string, string>;
};

/** What a request has told, for whoever shows it. */
export type Seen = { method: Method; path: string; status: number; requestId: string; ms: number };

/** An app makes one at random and keeps it. Ours is constant, so that each run is on a device that the operators are known on. */
const deviceId = 'the-device-of-the-demo';

/** A client of the gateway, as an app would be one: it knows the contract and nothing of what is behind. */
export class Client {
  readonly url: string;
  readonly #onAnswer: (seen: Seen) => void;
  readonly #patienceMs: number;

  /** `patienceMs`: how long a platform that is away is asked again; by default not at all. */
  constructor(url: string, onAnswer: (seen: Seen) => void = () => {}, { patienceMs = 0 } = {}) {
    this.url = url.replace(/\/$/, '');
    this.#onAnswer = onAnswer;
    this.#patienceMs = patienceMs;
  }

  /** Any answer. A path without `/dev` or `/.well-known` is below `/api/v1`. */
  async call<Body = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    const requestId = randomUUID();
    const { as, body: json, raw } = options;
    const headers: Record<string, string> = {
      'x-request-id': requestId,
      'x-device-id': deviceId,
      ...(as && { authorization: `Bearer ${as.accessToken}` }),
      // A repetition under the same key is answered, not done again.
      ...(as && method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const content = json === undefined ? (raw as NonNullable<RequestInit['body']> | undefined) : JSON.stringify(json);
    const started = performance.now();
    const response = await this.#send(this.#address(path), {
      method,
      headers,
      ...(content !== undefined && { body: content }),
    });
    const body = /json$/.test(response.headers.get('content-type')?.split(';')[0] ?? '')
      ? await response.json()
      : Buffer.from(await response.arrayBuffer());
    const ms = Math.round(performance.now() - started);
    this.#onAnswer({ method, path, status: response.status, requestId, ms });
    return { status: response.status, body: body as Body, headers: response.headers, requestId, ms };
  }

  /** The answer with the status that has to come; anything else ends the story. */
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
    if (!statuses.includes(answer.status)) throw new Unexpected(`${method} ${path}`, statuses.join(' or '), answer);
    return answer;
  }

  #address(path: string): string {
    if (/^https?:/.test(path)) return path;
    return `${this.url}${/^\/(dev|\.well-known|api\/v1)\//.test(path) ? '' : '/api/v1'}${path}`;
  }

  async #send(address: string, init: RequestInit): Promise<Response> {
    const deadline = performance.now() + this.#patienceMs;
    for (;;) {
      const outcome = await fetch(address, init).catch((error: unknown) => error);
      const isAnswer = outcome instanceof Response;
      if (isAnswer && !isAway(outcome)) return outcome;
      if (performance.now() > deadline) {
        if (isAnswer) return outcome;
        throw new Error(`${address} does not answer.`, { cause: outcome });
      }
      if (isAnswer) await outcome.body?.cancel();
      await delay(100);
    }
  }
}

/** Worth asking again: a part of the platform is away, or is still busy with the same request. */
function isAway({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) || (status === 409 && headers.has('retry-after'));
}

/** The platform answered something else than the story needs. Says what was asked, and the problem in full. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected';

  constructor(request: string, expected: number | string, { status, body, requestId }: Answer<unknown>) {
    const shown = Buffer.isBuffer(body) ? `${body.length} bytes` : JSON.stringify(body, null, 2);
    super(`${request}: expected ${expected}, got ${status}\nrequest ${requestId}\n${shown}`);
  }
}

// Longer than the 30 s after which what a killed consumer held is delivered again.
const usualDeadlineMs = 45_000;

/** Looks until it is so; what is true only after a moment (events between services) needs no sleep and no luck. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined>,
  withinMs = usualDeadlineMs,
): Promise<T> {
  const started = performance.now();
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 250)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - started > withinMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await delay(pause);
  }
}
