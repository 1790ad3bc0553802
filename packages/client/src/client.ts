import { originOf } from './base-url.ts';
import type { Fetch, Timing } from './fetch-in-time.ts';
import type { Tokens } from './generated/contract.ts';
import { type AnyInput, createApi, type OperationInput, type OperationsApi } from './operations-api.ts';
import { createPaginate, type Paginate } from './paginate.ts';
import { type GetPasskey, getBrowserPasskey } from './passkeys.ts';
import { isProblem } from './problem.ts';
import { requestOf } from './request.ts';
import { ClientSession } from './session.ts';
import { SignInKeys } from './sign-in-keys.ts';
import { type ClientStorage, memoryStorage } from './storage.ts';
import { createTransport, defaultTimeoutMs, type RetryOptions } from './transport.ts';
import { Uploads } from './uploads.ts';

export { ConnectionError, TimeoutError } from './connection-errors.ts';
export type { Fetch } from './fetch-in-time.ts';
export type * from './generated/contract.ts';
export type { OperationId } from './generated/operations.ts';
export type { ImageTarget } from './image-uploads.ts';
export type { ListItem, OperationInput, OperationResult, OperationsApi, ParseAs } from './operations-api.ts';
export type { Paginate, PaginateOptions } from './paginate.ts';
export type { GetPasskey } from './passkeys.ts';
export { type FieldFault, isProblem, type Problem, ProblemError, type ProblemType } from './problem.ts';
export type { ClientSession } from './session.ts';
export { type ClientStorage, memoryStorage } from './storage.ts';
export type { RetryOptions } from './transport.ts';
export type { UploadControl, UploadProgress } from './upload-parts.ts';
export type { Uploads, UploadTarget } from './uploads.ts';

export type ClientOptions = {
  /** The origin of the platform, without a path: `https://api.example.com`. */
  baseUrl: string;
  /** Default: in memory. Give one that survives restarts, so that sessions and uploads do too. */
  storage?: ClientStorage;
  /** `cookie` for a browser portal: the tokens stay in an HttpOnly cookie. */
  session?: 'bearer' | 'cookie';
  /** Sent with every request, such as `Accept-Language`. */
  headers?: Record<string, string>;
  retry?: RetryOptions;
  /**
   * Milliseconds for each attempt, to the last byte of its response: 30,000 by default, 0 for none. Then a
   * `TimeoutError`; a request that is safe to repeat is repeated once. Uploads have none.
   */
  timeoutMs?: number;
  /** Called when the platform no longer accepts the session: sign in again. */
  onSessionEnd?: () => void;
  /** Ports for runtimes without `crypto`, and for tests. */
  fetch?: Fetch;
  newId?: () => string;
  /** SHA-256 of a document in lower-case hexadecimal. */
  sha256?: (document: Blob) => Promise<string>;
};

export type SignIn = Omit<NonNullable<OperationInput<'verifyChallenge'>['body']>, 'transport'>;

/** `getPasskey`: for native apps. Default: WebAuthn of the browser. */
export type PasskeySignIn = { sessionLabel?: string; getPasskey?: GetPasskey };

export type TrustClient = {
  readonly api: OperationsApi;
  readonly session: ClientSession;
  readonly uploads: Uploads;
  /**
   * The items of a list, page after page, until its last one: `for await (const one of client.paginate('listEvidence'))`.
   * Throws what the operation throws, and the reason of an aborted `signal`.
   */
  readonly paginate: Paginate;
  /** Completes a sign-in that `api.createChallenge` started. After a `ConnectionError` call it again with the same code. */
  signIn(challengeId: string, signIn: SignIn): Promise<void>;
  /** Signs an operator in with a passkey. */
  signInWithPasskey(options?: PasskeySignIn): Promise<void>;
  signOut(): Promise<void>;
};

export function createTrustClient(options: ClientOptions): TrustClient {
  const {
    storage = memoryStorage(),
    session: mode = 'bearer',
    newId = () => crypto.randomUUID(),
    sha256 = hexDigest,
    fetch = (request: Request) => globalThis.fetch(request),
  } = options;
  const baseUrl = originOf(options.baseUrl);
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  if (!(timeoutMs >= 0)) throw new TypeError(`\`timeoutMs\` is ${timeoutMs}. Write milliseconds, or 0 for none.`);
  const transport = createTransport(fetch, options.retry, { timeoutMs, streams: false });
  const onEnd = options.onSessionEnd ?? (() => {});
  const session = new ClientSession({ baseUrl, mode, storage, transport, newId, onEnd });
  const signInKeys = new SignInKeys(newId);
  const init = { credentials: mode === 'cookie' ? 'include' : 'omit', headers: options.headers ?? {} } as const;
  const api = createApi(async ({ method, path, key, device, session: takesSession, streams = false }, input) => {
    const request = requestOf(baseUrl, method, path, input, init);
    // Set before the first attempt: every retry repeats the same key.
    if (key && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', newId());
    if (device && !request.headers.has('x-device-id')) request.headers.set('x-device-id', await deviceId());
    const copy = () => request.clone();
    const timing = timingOf(input, streams);
    return takesSession ? session.send(copy, timing) : transport(copy, timing);
  });

  async function deviceId(): Promise<string> {
    const known = await storage.get('trust.device');
    if (known !== undefined) return known;
    const made = newId();
    await storage.set('trust.device', made);
    return made;
  }

  return {
    api,
    session,
    uploads: new Uploads({ api, storage, transport, newId, sha256 }),
    paginate: createPaginate(api),
    async signIn(challengeId, signIn) {
      const body = { ...signIn, transport: mode };
      const header = { 'Idempotency-Key': signInKeys.keyFor(challengeId, body) };
      const outcome = await api.verifyChallenge({ params: { path: { challengeId }, header }, body });
      if (mode === 'bearer') await session.adopt(outcome as Tokens);
    },
    async signInWithPasskey({ sessionLabel, getPasskey = getBrowserPasskey } = {}) {
      const { challengeId, publicKey } = await api.createPasskeyChallenge();
      const credential = await getPasskey(publicKey);
      const label = sessionLabel === undefined ? {} : { sessionLabel };
      const outcome = await api.verifyPasskey({ body: { challengeId, credential, ...label, transport: mode } });
      if (mode === 'bearer') await session.adopt(outcome as Tokens);
    },
    async signOut() {
      try {
        await api.logout();
      } catch (error) {
        if (!isProblem(error, 'unauthenticated')) throw error;
      }
      await session.forget();
    },
  };
}

function timingOf({ timeoutMs, body, parseAs }: AnyInput, streams: boolean): Partial<Timing> {
  const isUpload = body instanceof Blob;
  const limit = timeoutMs ?? (isUpload ? 0 : undefined);
  return { streams: (streams && !isUpload) || parseAs === 'stream', ...(limit !== undefined && { timeoutMs: limit }) };
}

async function hexDigest(document: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await document.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
