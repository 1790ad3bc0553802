import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createTrustClient,
  isProblem,
  type RetryOptions,
  type Tokens,
  type TrustClient,
} from '../packages/client/src/client.ts';

export type Session = { accessToken: string; refreshToken: string; identifier: string; sessionId: string };
export type CallRecord = { method: string; path: string; status: number; requestId: string; ms: number };

/** Constant, so that operators sign in from a known device. */
export const deviceId = 'the-device-of-the-demo';

/** A request is repeated for `retryMs` while the platform does not respond. `retry` is for clients with a session. */
type ClientSettings = { retryMs?: number; retry?: RetryOptions };

/** Typed clients for any number of sessions, which report every request. */
export class Client {
  readonly url: string;
  readonly #onResponse: (call: CallRecord) => void;
  readonly #settings: ClientSettings;
  readonly #clients = new WeakMap<Session, TrustClient>();

  constructor(url: string, onResponse: (call: CallRecord) => void = () => {}, settings: ClientSettings = {}) {
    this.url = url.replace(/\/$/, '');
    this.#onResponse = onResponse;
    this.#settings = settings;
  }

  as(session: Session): TrustClient {
    const existing = this.#clients.get(session);
    if (existing) return existing;
    const created = this.withoutSession(this.#settings.retry);
    // The storage in memory has the tokens when this call returns.
    void created.session.adopt(session as unknown as Tokens);
    this.#clients.set(session, created);
    return created;
  }

  /** Sign-in and public reads need no session. */
  withoutSession(retry: RetryOptions = {}): TrustClient {
    const fetch = (request: Request) => this.send(request);
    return createTrustClient({ baseUrl: this.url, headers: { 'x-device-id': deviceId }, retry, fetch });
  }

  /** Also for addresses that are not in the contract: signed URLs and the development mailbox. */
  async send(request: Request): Promise<Response> {
    const requestId = request.headers.get('x-request-id') ?? randomUUID();
    request.headers.set('x-request-id', requestId);
    const started = performance.now();
    const response = await this.#sendUntilResponse(request);
    const ms = Math.round(performance.now() - started);
    const { pathname } = new URL(request.url);
    // Signed URLs of parts stay whole: only the first part of a document has an audit entry.
    const path = pathname.includes('/evidence-uploads/') ? request.url : pathname.replace(/^\/api\/v1/, '');
    this.#onResponse({ method: request.method, path, status: response.status, requestId, ms });
    return response;
  }

  async #sendUntilResponse(request: Request): Promise<Response> {
    const deadline = performance.now() + (this.#settings.retryMs ?? 0);
    for (;;) {
      const outcome = await fetch(request.clone()).catch((error: unknown) => error);
      const isResponse = outcome instanceof Response;
      if (isResponse && !isRetryable(outcome)) return outcome;
      if (performance.now() > deadline) {
        if (isResponse) return outcome;
        throw new Error(`${request.url} does not respond.`, { cause: outcome });
      }
      if (isResponse) await outcome.body?.cancel();
      await delay(100);
    }
  }
}

function isRetryable({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) || (status === 409 && headers.has('retry-after'));
}

/** Resolves to undefined when the platform responds with one of the statuses. */
export function unlessStatus<Result>(statuses: number[], request: Promise<Result>): Promise<Result | undefined> {
  return request.catch((error: unknown) => {
    if (isProblem(error) && statuses.includes(error.status)) return undefined;
    throw error;
  });
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
