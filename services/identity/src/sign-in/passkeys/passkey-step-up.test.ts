import { signInStopped } from '@trust/contracts/events/identity';
import { operatorRoles } from '@trust/contracts/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOperator, operatorWithPasskey, passkeyActor, signInWithPasskey } from '../../../test/passkey-sessions.ts';
import { portal, resolverOf, startIdentity } from '../../../test/service.ts';
import { softwareAuthenticator } from '../../../test/software-authenticator.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  const limits = { 'challenge-ip': 1000, 'verify-ip': 1000, 'privileged-operation': 1000, 'challenge-identity': 100 };
  identity = await startIdentity({ limits });
});
afterAll(() => identity[Symbol.asyncDispose]());

const strict = ['reviewer', 'decider', 'supervisor', 'security'];

test('Z1 reviewers, deciders, supervisors and security step up with passkeys where they are required', async () => {
  const { actorOf } = await resolverOf(identity);
  const optional = {
    ...identity,
    app: { ...identity.app, passkeys: { ...identity.app.passkeys, areRequired: false } },
  };
  const lenient = await resolverOf(optional);
  for (const role of operatorRoles) {
    const { accessToken } = await newOperator(identity, role);
    expect([role, (await actorOf(accessToken))?.needsPasskey]).toEqual([role, strict.includes(role) || undefined]);
    expect(await lenient.actorOf(accessToken)).not.toHaveProperty('needsPasskey');
  }
  const { actor, authenticator } = await operatorWithPasskey(identity, 'security');
  const { accessToken } = await passkeyActor(identity, actor, authenticator);
  expect(await actorOf(accessToken)).not.toHaveProperty('needsPasskey');

  const refused = await identity.delete('/account', { actor: { ...actor, needsPasskey: true } });
  expect(refused).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/passkey-required' } });
  expect(refused.headers.get('www-authenticate')).toContain('acr_values="phr"');
  expect(await identity.refusals()).toContainEqual(
    expect.objectContaining({ actorId: actor.userId, operation: 'deleteAccount', slug: 'passkey-required' }),
  );
});

test('A1 failed sign-ins with a passkey count like wrong codes; a success resets the count', async () => {
  const { actor, authenticator } = await operatorWithPasskey(identity);
  const failures = async () => {
    const [row] = await identity.db
      .selectFrom('sign_in_failure')
      .innerJoin('contact_point', 'contact_point.identifier_index', 'sign_in_failure.identifier_index')
      .select('failures')
      .where('person_id', '=', actor.userId)
      .execute();
    return row?.failures;
  };
  let networks = 0;
  const attempt = (by = authenticator, isUserVerified = false) =>
    signInWithPasskey(identity, by, {
      deviation: { isUserVerified },
      headers: { 'x-forwarded-for': `10.0.${++networks}.1` },
    });
  expect((await attempt()).status).toBe(401);
  expect((await attempt(softwareAuthenticator())).status).toBe(401);
  expect(await failures()).toBe(1);
  expect((await attempt(authenticator, true)).status).toBe(200);
  expect(await failures()).toBeUndefined();

  const addressed = { channel: 'email', failures: 99, last_failed_at: identity.clock.now };
  const { identifier_index } = await identity.db
    .selectFrom('contact_point')
    .select('identifier_index')
    .where('person_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  await identity.db
    .insertInto('sign_in_failure')
    .values({ ...addressed, identifier_index })
    .execute();
  await attempt();
  expect(await identity.emitted(signInStopped)).toContainEqual(
    expect.objectContaining({ userId: actor.userId, failures: 100 }),
  );
});

test('L1 limits the sign-ins of one passkey from one device', async () => {
  const { authenticator } = await operatorWithPasskey(identity);
  const statuses = [];
  for (let times = 0; times < 6; times++) statuses.push((await signInWithPasskey(identity, authenticator)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('Z5 rejects a passkey while an emergency action keeps the person signed out', async () => {
  const { actor, authenticator } = await operatorWithPasskey(identity);
  const startedAt = identity.clock.now;
  const action = { action_id: identity.app.newId(), person_id: actor.userId, started_at: startedAt };
  const ends_at = new Date(startedAt.getTime() + 60_000);
  await identity.db
    .insertInto('emergency_action')
    .values({ ...action, ends_at })
    .execute();
  const refused = await signInWithPasskey(identity, authenticator);
  expect(refused).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/passkey-refused' } });
  identity.advanceClock(60);
  expect((await signInWithPasskey(identity, authenticator)).status).toBe(200);
});

test('A9 signs in with a session cookie, and ends the session of the previous one', async () => {
  const { authenticator } = await operatorWithPasskey(identity);
  const signIn = (headers: Record<string, string>) =>
    signInWithPasskey(identity, authenticator, { transport: 'cookie', headers });
  expect((await signIn({ origin: 'https://evil.example' })).status).toBe(403);
  const first = await signIn({ origin: portal });
  expect([first.status, first.body.accessToken]).toEqual([200, undefined]);
  const [cookie = ''] = first.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  expect(cookie).toMatch(/^__Host-session=/);
  await signIn({ origin: portal, cookie });
  const { revoked_because } = await identity.db
    .selectFrom('session')
    .select('revoked_because')
    .where('id', '=', first.body.session.id)
    .executeTakeFirstOrThrow();
  expect(revoked_because).toBe('signed_in_again');
});
