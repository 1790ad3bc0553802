import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorWithPasskey, passkeyActor, challenge as passkeyChallenge } from '../../../test/passkey-sessions.ts';
import {
  challenge,
  type Identity,
  member,
  newAddress,
  otherThan,
  resolverOf,
  signIn,
  startIdentity,
} from '../../../test/service.ts';
import type { SoftwareAuthenticator } from '../../../test/software-authenticator.ts';
import { endSessionsByPerson } from '../../sessions/end-session.ts';
import { revokePasskeys } from '../passkeys/revoke-passkeys.ts';

let identity: Identity;
beforeAll(async () => {
  const limits = { 'challenge-ip': 1000, 'verify-ip': 1000, 'privileged-operation': 1000, 'challenge-identity': 100 };
  identity = await startIdentity({ limits });
});
afterAll(() => identity[Symbol.asyncDispose]());

type Actor = Awaited<ReturnType<typeof member>>['actor'];
const send = (actor: Actor, body: object) => identity.post('/auth/step-up', { actor, body });
const refused = (slug: string) => ({ status: 401, body: { type: `http://trust.test/problems/${slug}` } });

async function byCode(actor: Actor, identifier: string) {
  const { challengeId, code } = await challenge(identity, identifier);
  return send(actor, { challengeId, code });
}

async function byPasskey(actor: Actor, authenticator: SoftwareAuthenticator) {
  const { challengeId, publicKey } = await passkeyChallenge(identity);
  return send(actor, { challengeId, credential: authenticator.assert(publicKey) });
}

const sessionOf = (id: string) =>
  identity.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('Z1 a code renews the sign-in of the session, which keeps its id, its tokens and its end', async () => {
  const { actor, identifier, accessToken, refreshToken } = await member(identity);
  const before = await sessionOf(actor.sessionId);
  const notices = (await identity.emitted(notificationRequested.identity)).length;
  identity.advanceClock(400);
  const answer = await byCode(actor, identifier);
  expect(answer).toMatchObject({ status: 200, body: { authenticatedAt: identity.clock.now.toISOString() } });
  expect(await sessionOf(actor.sessionId)).toEqual({ ...before, authenticated_at: identity.clock.now });
  const { actorOf } = await resolverOf(identity);
  const authenticatedAt = Math.floor(identity.clock.now.getTime() / 1000);
  expect(await actorOf(accessToken)).toMatchObject({ sessionId: actor.sessionId, authenticatedAt });
  expect((await identity.post('/auth/refresh', { body: { refreshToken } })).status).toBe(200);
  expect((await identity.emitted(notificationRequested.identity)).length).toBe(notices);
  expect(
    (await identity.emitted(auditRecorded.identity)).filter(({ action }) => action === 'createStepUp'),
  ).toContainEqual(
    expect.objectContaining({
      objectId: actor.sessionId,
      after: expect.objectContaining({ authenticatedBy: 'one_time_code' }),
    }),
  );
});

test('A2 refuses a code of somebody else like a wrong one, and a code that was used', async () => {
  const { actor, identifier } = await member(identity);
  const other = newAddress();
  await signIn(identity, other);
  identity.advanceClock(400);
  const before = await sessionOf(actor.sessionId);
  expect(await byCode(actor, other)).toMatchObject(refused('code-refused'));
  expect(await byCode(actor, newAddress())).toMatchObject(refused('code-refused'));
  const { challengeId, code } = await challenge(identity, identifier);
  expect(await send(actor, { challengeId, code: otherThan(code) })).toMatchObject(refused('code-refused'));
  expect(await sessionOf(actor.sessionId)).toEqual(before);
  expect((await send(actor, { challengeId, code })).status).toBe(200);
  expect(await send(actor, { challengeId, code })).toMatchObject(refused('code-refused'));
});

test('Z1 a passkey makes the session of a code one of a passkey, which ends with the passkey', async () => {
  const { actor, authenticator, passkeyId, accessToken } = await operatorWithPasskey(identity, 'security');
  const { actorOf, isAlive } = await resolverOf(identity);
  expect(await actorOf(accessToken)).toMatchObject({ needsPasskey: true });
  identity.advanceClock(400);
  expect((await byPasskey({ ...actor, needsPasskey: true }, authenticator)).status).toBe(200);
  expect(await actorOf(accessToken)).not.toHaveProperty('needsPasskey');
  expect(await sessionOf(actor.sessionId)).toMatchObject({ authenticated_by: 'passkey', passkey_id: passkeyId });
  await identity.db.transact((trx) =>
    revokePasskeys(trx, { personId: actor.userId, ids: [passkeyId] }, identity.clock.now),
  );
  expect(await isAlive(accessToken)).toBe(false);
});

test('Z2 refuses the passkey of somebody else', async () => {
  const [{ actor }, other] = [await operatorWithPasskey(identity), await operatorWithPasskey(identity)];
  expect(await byPasskey(actor, other.authenticator)).toMatchObject(refused('passkey-refused'));
});

test('Z1 no code steps up who needs a passkey, or a session that a passkey has signed in', async () => {
  const { actor, authenticator, identifier } = await operatorWithPasskey(identity, 'decider');
  identity.advanceClock(61);
  expect(await byCode({ ...actor, needsPasskey: true }, identifier)).toMatchObject(refused('passkey-required'));
  const opened = await passkeyActor(identity, actor, authenticator);
  identity.advanceClock(400);
  expect(await byCode(opened.actor, identifier)).toMatchObject(refused('passkey-required'));
  expect((await byPasskey(opened.actor, authenticator)).status).toBe(200);
});

test('A4 steps up no session that has ended', async () => {
  const { actor, identifier } = await member(identity);
  identity.advanceClock(61);
  const { challengeId, code } = await challenge(identity, identifier);
  await identity.db.transact((trx) =>
    endSessionsByPerson(trx, { personId: actor.userId }, 'emergency', identity.clock.now),
  );
  expect(await send(actor, { challengeId, code })).toMatchObject(refused('code-refused'));
  expect(await sessionOf(actor.sessionId)).toMatchObject({ state: 'revoked' });
});

test('returns 400 without a proof and with two', async () => {
  const { actor, authenticator } = await operatorWithPasskey(identity);
  const { challengeId, publicKey } = await passkeyChallenge(identity);
  const both = { challengeId, code: '123456', credential: authenticator.assert(publicKey) };
  expect(await send(actor, both)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'credential', code: 'not_allowed' }] },
  });
  expect(await send(actor, { challengeId })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'code', code: 'required' }] },
  });
});
