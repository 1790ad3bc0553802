import createHttp from 'openapi-fetch';
import type { paths, Tokens } from './generated/contract.ts';
import { type OperationTraits, operationTraits } from './generated/operations.ts';
import { createApi, type OperationInput, type OperationsApi } from './operations-api.ts';
import { type GetPasskey, getBrowserPasskey } from './passkeys.ts';
import { isProblem } from './problem.ts';
import { ClientSession } from './session.ts';
import { type ClientStorage, memoryStorage } from './storage.ts';
import { createTransport, type Fetch, type RetryOptions } from './transport.ts';
import { Uploads } from './uploads.ts';

export type * from './generated/contract.ts';
export type { OperationId } from './generated/operations.ts';
export type { ImageTarget } from './image-uploads.ts';
export type { OperationInput, OperationResult, OperationsApi } from './operations-api.ts';
export type { GetPasskey } from './passkeys.ts';
export { type FieldFault, isProblem, type Problem, ProblemError, type ProblemType } from './problem.ts';
export type { ClientSession } from './session.ts';
export { type ClientStorage, memoryStorage } from './storage.ts';
export { ConnectionError, type Fetch, type RetryOptions } from './transport.ts';
export type { UploadControl, UploadProgress } from './upload-parts.ts';
export type { Uploads, UploadTarget } from './uploads.ts';

export type ClientOptions = {
  /** The origin of the platform: `https://api.example.com`. */
  baseUrl: string;
  /** Default: in memory. Give one that survives restarts, so that sessions and uploads do too. */
  storage?: ClientStorage;
  /** `cookie` for a browser portal: the tokens stay in an HttpOnly cookie. */
  session?: 'bearer' | 'cookie';
  /** Sent with every request, such as `Accept-Language`. */
  headers?: Record<string, string>;
  retry?: RetryOptions;
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
  /** Completes a sign-in that `api.createChallenge` started. */
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
  const baseUrl = options.baseUrl.replace(/\/$/, '');
  const transport = createTransport(fetch, options.retry);
  const onEnd = options.onSessionEnd ?? (() => {});
  const session = new ClientSession({ baseUrl, mode, storage, transport, newId, onEnd });
  const credentials = mode === 'cookie' ? 'include' : 'omit';
  const http = createHttp<paths>({ baseUrl, credentials, ...(options.headers && { headers: options.headers }) });
  const traits = new Map<string, OperationTraits>(
    Object.values<OperationTraits>(operationTraits).map((one) => [`${one.method} ${one.path}`, one]),
  );
  http.use({
    async onRequest({ request, schemaPath }) {
      const { key, device, session: takesSession } = traits.get(`${request.method.toLowerCase()} ${schemaPath}`) ?? {};
      // Set before the first attempt: every retry repeats the same key.
      if (key && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', newId());
      if (device && !request.headers.has('x-device-id')) request.headers.set('x-device-id', await deviceId());
      const copy = () => request.clone();
      return takesSession ? session.send(copy) : transport(copy);
    },
  });
  const api = createApi(http);

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
    async signIn(challengeId, body) {
      const params = { path: { challengeId } };
      const outcome = await api.verifyChallenge({ params, body: { ...body, transport: mode } });
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

async function hexDigest(document: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await document.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
