import type { Tokens } from './generated/contract.ts';
import { operationTraits } from './generated/operations.ts';
import { readProblem } from './problem.ts';
import type { ClientStorage } from './storage.ts';
import type { Transport } from './transport.ts';

export type SessionOptions = {
  baseUrl: string;
  /** `cookie`: the browser holds the session (ADR 0008). */
  mode: 'bearer' | 'cookie';
  storage: ClientStorage;
  transport: Transport;
  newId: () => string;
  onEnd: () => void;
};

/** The key belongs to the refresh token: every instance on this storage repeats the same refresh. */
type StoredSession = { tokens: Tokens; refreshKey: string };

const storageKey = 'trust.session';

/** Sends requests with the session, and refreshes it once for any number of concurrent 401s. */
export class ClientSession {
  readonly #options: SessionOptions;
  #renewal: Promise<string | undefined> | undefined;
  #cookieRenewals = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** The tokens; undefined if nobody is signed in, and always for a cookie. */
  async tokens(): Promise<Tokens | undefined> {
    return (await this.#read())?.tokens;
  }

  /** Continues with tokens of a sign-in that another part of the app made. */
  async adopt(tokens: Tokens): Promise<void> {
    const stored: StoredSession = { tokens, refreshKey: this.#options.newId() };
    await this.#options.storage.set(storageKey, JSON.stringify(stored));
  }

  /** Deletes the tokens here; `signOut` of the client also ends the session on the platform. */
  async forget(): Promise<void> {
    await this.#options.storage.delete(storageKey);
  }

  async send(makeRequest: () => Request): Promise<Response> {
    const used = await this.#credential();
    const response = await this.#sendWith(used, makeRequest);
    if (used === undefined || response.status !== 401) return response;
    // Other 401s, such as `step-up-required`, need a new sign-in.
    if ((await readProblem(response)).type !== 'unauthenticated') return response;
    const renewed = await this.#renewOnce(used);
    return renewed === undefined ? response : this.#sendWith(renewed, makeRequest);
  }

  /** The access token; for a cookie, a name of the current one. */
  async #credential(): Promise<string | undefined> {
    if (this.#options.mode === 'cookie') return String(this.#cookieRenewals);
    return (await this.#read())?.tokens.accessToken;
  }

  async #read(): Promise<StoredSession | undefined> {
    const text = await this.#options.storage.get(storageKey);
    return text === undefined ? undefined : JSON.parse(text);
  }

  #sendWith(credential: string | undefined, makeRequest: () => Request): Promise<Response> {
    if (credential === undefined || this.#options.mode === 'cookie') return this.#options.transport(makeRequest);
    return this.#options.transport(() => {
      const request = makeRequest();
      request.headers.set('authorization', `Bearer ${credential}`);
      return request;
    });
  }

  #renewOnce(used: string): Promise<string | undefined> {
    this.#renewal ??= this.#renew(used).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(used: string): Promise<string | undefined> {
    const current = await this.#credential();
    // A late 401 of the previous token, or another instance has refreshed.
    if (current !== used) return current;
    const stored = await this.#read();
    const response = await this.#options.transport(() => this.#refreshRequest(stored));
    if (response.ok) {
      if (this.#options.mode === 'cookie') this.#cookieRenewals++;
      else await this.adopt((await response.json()) as Tokens);
      return this.#credential();
    }
    const problem = await readProblem(response);
    if (problem.status !== 401) throw problem;
    await this.forget();
    this.#options.onEnd();
    return undefined;
  }

  #refreshRequest(stored: StoredSession | undefined): Request {
    const { baseUrl, mode } = this.#options;
    const { method, path } = operationTraits.refreshSession;
    const address = `${baseUrl}${path}`;
    if (mode === 'cookie' || !stored) return new Request(address, { method, credentials: 'include' });
    return new Request(address, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': stored.refreshKey },
      body: JSON.stringify({ refreshToken: stored.tokens.refreshToken }),
    });
  }
}
