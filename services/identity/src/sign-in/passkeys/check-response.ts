import { createHash } from 'node:crypto';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers';
import type { PasskeySettings } from '../../app.ts';
import { passkeyRefused } from './passkey-refused.ts';
import type { PasskeyRow } from './queries.ts';
import type { PasskeyAssertion, PasskeyAttestation } from './schema.ts';

type Expected = { challenge: string; settings: PasskeySettings };

/** Preferred first. */
export const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256] as const;

/** Returns the signature counter, which the caller compares in its transaction. Throws `passkey-refused`. */
export async function checkAssertion(
  assertion: PasskeyAssertion,
  passkey: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'person_id'>,
  { challenge, settings }: Expected,
): Promise<number> {
  const { clientDataJSON, authenticatorData, userHandle } = assertion.response;
  checkCeremony({ clientDataJSON, authenticatorData: bytes(authenticatorData) }, { challenge, settings });
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.person_id))
    throw passkeyRefused('passkey_invalid');
  const result = await orRefused(() =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: [...settings.origins],
      expectedRPID: settings.rpId,
      // The counter is compared with the row locked, so that two requests cannot both pass.
      credential: { id: assertion.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  );
  if (!result.verified) throw passkeyRefused('passkey_invalid');
  return result.authenticationInfo.newCounter;
}

/** Throws `passkey-refused`. */
export async function checkAttestation(
  attestation: PasskeyAttestation,
  { challenge, settings }: Expected,
): Promise<{ credentialId: Buffer; publicKey: Buffer; signCount: number; isSynced: boolean }> {
  const { clientDataJSON, attestationObject } = attestation.response;
  const decoded = await orRefused(async () => decodeAttestationObject(bytes(attestationObject)));
  checkCeremony({ clientDataJSON, authenticatorData: decoded.get('authData') }, { challenge, settings });
  // The certificates of other formats name addresses that the library fetches (promise I5).
  const isSelfAttested = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (decoded.get('fmt') !== 'none' && !isSelfAttested) throw passkeyRefused('attestation_not_allowed');
  const { verified, registrationInfo } = await orRefused(() =>
    verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: [...settings.origins],
      expectedRPID: settings.rpId,
      supportedAlgorithmIDs: [...algorithms],
    }),
  );
  if (!verified) throw passkeyRefused('passkey_invalid');
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    credentialId: Buffer.from(bytes(credential.id)),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    isSynced: credentialDeviceType === 'multiDevice',
  };
}

/** The page and the authenticator decide these, each with its own code. No secret is needed, so it comes first. */
function checkCeremony(
  { clientDataJSON, authenticatorData }: { clientDataJSON: string; authenticatorData: Uint8Array<ArrayBuffer> },
  { challenge, settings }: Expected,
): void {
  const { client, data } = parse(clientDataJSON, authenticatorData);
  if (client.challenge !== challenge) throw passkeyRefused('challenge_invalid', 'challengeId');
  if (client.crossOrigin || !settings.origins.includes(client.origin)) throw passkeyRefused('origin_not_allowed');
  const rpIdHash = createHash('sha256').update(settings.rpId).digest();
  if (!rpIdHash.equals(data.rpIdHash)) throw passkeyRefused('rp_id_mismatch');
  if (!data.flags.uv) throw passkeyRefused('user_not_verified');
}

function parse(clientDataJSON: string, authenticatorData: Uint8Array<ArrayBuffer>) {
  try {
    return { client: decodeClientDataJSON(clientDataJSON), data: parseAuthenticatorData(authenticatorData) };
  } catch {
    throw passkeyRefused('passkey_invalid');
  }
}

/** The library throws plain errors, for bytes that the client sent. */
async function orRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw passkeyRefused('passkey_invalid');
  }
}

/** WebAuthn user handle: 16 bytes, which name nobody once the person is erased. */
export function userHandleOf(personId: string): string {
  return Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url');
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
