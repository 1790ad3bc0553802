import type { PasskeyRequestOptions } from './generated/contract.ts';
import type { OperationInput } from './operations-api.ts';

type PasskeyAssertion = NonNullable<OperationInput<'verifyPasskey'>['body']>['credential'];

/** Lets an authenticator sign: the answer of `navigator.credentials.get()` as JSON. */
export type GetPasskey = (options: PasskeyRequestOptions) => Promise<PasskeyAssertion>;

// The client also compiles without the types of a browser.
type WebAuthn = {
  PublicKeyCredential: { parseRequestOptionsFromJSON(options: unknown): unknown };
  navigator: {
    credentials: { get(options: { publicKey: unknown }): Promise<{ toJSON(): PasskeyAssertion } | null> };
  };
};

/** WebAuthn of the browser. Throws its DOMException if the person cancels. */
export async function getBrowserPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const { PublicKeyCredential, navigator } = globalThis as unknown as WebAuthn;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  if (!credential) throw new Error('The browser returned no passkey. Try again, or sign in with a code.');
  return credential.toJSON();
}
