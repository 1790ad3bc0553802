import { randomBytes } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { OperatorRole } from '@trust/contracts/permissions';
import type { TestResponse } from '@trust/service-testing/service';
import { changeRole } from '../src/operators/roles/change-role.ts';
import { findSealer } from '../src/people/subject-keys.ts';
import { enrolOperator } from '../src/sign-in/passkeys/administration/administer-passkeys.ts';
import { type Identity, member, newAddress } from './service.ts';
import { type Deviation, type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts';

export async function enrol(identity: Identity, identifier: string): Promise<string> {
  const result = await enrolOperator(identity.app, identifier, identity.clock.now);
  if (result?.is !== 'enrolled') throw new Error(`Not enrolled: ${JSON.stringify(result)}`);
  return result.token;
}

/** Signed in with a one-time code. */
export async function newOperator(identity: Identity, role: OperatorRole = 'reviewer') {
  const identifier = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier, role }, identity.clock.now);
  return member(identity, identifier);
}

type Registration = { enrolmentToken?: string; deviation?: Deviation; authenticator?: SoftwareAuthenticator };

/** The response of the step that was refused, or of the last one. */
export async function registerPasskey(
  identity: Identity,
  actor: Actor,
  { enrolmentToken, deviation, authenticator = softwareAuthenticator() }: Registration = {},
): Promise<{ authenticator: SoftwareAuthenticator; response: TestResponse }> {
  const start = await identity.post('/account/passkeys/challenges', { actor, body: { enrolmentToken } });
  if (start.status !== 200) return { authenticator, response: start };
  const { challengeId, publicKey } = start.body;
  const body = { challengeId, credential: authenticator.register(publicKey, deviation), name: 'Key ring' };
  return { authenticator, response: await identity.post('/account/passkeys', { actor, body }) };
}

export async function operatorWithPasskey(identity: Identity, role?: OperatorRole) {
  const operator = await newOperator(identity, role);
  const enrolmentToken = await enrol(identity, operator.identifier);
  const { authenticator, response } = await registerPasskey(identity, operator.actor, { enrolmentToken });
  if (response.status !== 201) throw new Error(`No passkey: ${JSON.stringify(response.body)}`);
  return { ...operator, authenticator, passkeyId: response.body.id as string };
}

/** No authenticator takes part. */
export async function storePasskey(identity: Identity, personId: string, name: string): Promise<void> {
  const sealer = await findSealer(identity.db, identity.app.vault, personId);
  if (!sealer) throw new Error('The person has no key.');
  const keys = { credential_id: randomBytes(16), public_key: randomBytes(77), sign_count: 0, is_synced: true };
  const sealed_name = sealer.seal('passkey name', name);
  const id = identity.app.newId();
  const row = { id, ...keys, person_id: personId, sealed_name, created_at: identity.clock.now };
  await identity.db.insertInto('passkey').values(row).execute();
}

export async function challenge(identity: Identity) {
  return (await identity.post('/auth/passkeys/challenges')).body;
}

export async function signInWithPasskey(
  identity: Identity,
  authenticator: SoftwareAuthenticator,
  { deviation, ...rest }: { deviation?: Deviation; headers?: Record<string, string>; transport?: 'cookie' } = {},
): Promise<TestResponse> {
  const { challengeId, publicKey } = await challenge(identity);
  const { headers = {}, transport } = rest;
  const body = { challengeId, credential: authenticator.assert(publicKey, deviation), transport };
  return identity.post('/auth/passkeys/verify', { body, headers });
}

/** The actor of a session that a passkey opened. */
export async function passkeyActor(identity: Identity, actor: Actor, authenticator: SoftwareAuthenticator) {
  const { body } = await signInWithPasskey(identity, authenticator);
  const authenticatedAt = Math.floor(identity.clock.now.getTime() / 1000);
  return { actor: { ...actor, sessionId: body.session.id, authenticatedAt }, accessToken: body.accessToken as string };
}
