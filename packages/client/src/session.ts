import type { Timing } from './fetch-in-time.ts';
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
type StoredSession = { tokens: Tokens; refreshKey: string; signIn?: string };

/** The access token, or a name of the current cookie. Renewed ones keep `signIn`. */
type Credential = { value: string; signIn: string | undefined };

const storageKey = 'trust.session';

/** Sends requests with the session, and refreshes it once for any number of concurrent 401s. */
export class ClientSession {
  readonly #options: SessionOptions;
  #renewal: Promise<Credential | undefined> | undefined;
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
    await this.#store(tokens, this.#options.newId());
  }

  /** Deletes the tokens here; `signOut` of the client also ends the session on the platform. */
  async forget(): Promise<void> {
    await this.#options.storage.delete(storageKey);
  }

  async send(makeRequest: () => Request, timing?: Partial<Timing>): Promise<Response> {
    const used = await this.#credential();
    const response = await this.#sendWith(used, makeRequest, timing);
    if (used === undefined || response.status !== 401) return response;
    // Other 401s, such as `step-up-required`, need a new sign-in.
    if ((await readProblem(response)).type !== 'unauthenticated') return response;
    const renewed = await this.#renewOnce(used);
    // Another person may have signed in meanwhile: the request is not theirs.
    if (renewed === undefined || renewed.signIn !== used.signIn) return response;
    return this.#sendWith(renewed, makeRequest, timing);
  }

  async #credential(): Promise<Credential | undefined> {
    if (this.#options.mode === 'cookie') return { value: String(this.#cookieRenewals), signIn: undefined };
    const stored = await this.#read();
    return stored && { value: stored.tokens.accessToken, signIn: stored.signIn };
  }

  async #store(tokens: Tokens, signIn: string | undefined): Promise<void> {
    const stored: StoredSession = { tokens, refreshKey: this.#options.newId(), ...(signIn && { signIn }) };
    await this.#options.storage.set(storageKey, JSON.stringify(stored));
  }

  async #read(): Promise<StoredSession | undefined> {
    const text = await this.#options.storage.get(storageKey);
    return text === undefined ? undefined : JSON.parse(text);
  }

  #sendWith(
    credential: Credential | undefined,
    makeRequest: () => Request,
    timing: Partial<Timing> | undefined,
  ): Promise<Response> {
    const { transport, mode } = this.#options;
    if (credential === undefined || mode === 'cookie') return transport(makeRequest, timing);
    return transport(() => {
      const request = makeRequest();
      request.headers.set('authorization', `Bearer ${credential.value}`);
      return request;
    }, timing);
  }

  #renewOnce(used: Credential): Promise<Credential | undefined> {
    this.#renewal ??= this.#renew(used).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(used: Credential): Promise<Credential | undefined> {
    const current = await this.#credential();
    // A late 401 of the previous token, or another instance has refreshed.
    if (current?.value !== used.value) return current;
    const stored = await this.#read();
    const response = await this.#options.transport(() => this.#refreshRequest(stored));
    const isCookie = this.#options.mode === 'cookie';
    const now = await this.#credential();
    // Signed out, or in as another person, during the refresh: its outcome is not theirs.
    if (!isCookie && (now === undefined || now.signIn !== used.signIn)) return undefined;
    if (response.ok) {
      if (isCookie) this.#cookieRenewals++;
      else await this.#store((await response.json()) as Tokens, used.signIn);
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
