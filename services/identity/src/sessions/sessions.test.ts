import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { person } from '@trust/service-kit/testing/actors';
import { generateKeyPair, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn, startIdentity } from '../../test/service.ts';
import { changeRole } from '../roles/change-role.ts';
import { hashToken } from './open-session.ts';
import { sessionResolver } from './resolve-session.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let resolve: ReturnType<typeof sessionResolver>;
const keys = await generateKeyPair('EdDSA');
beforeAll(async () => {
  identity = await startIdentity({ connections: 10 });
  resolve = sessionResolver(identity.db, { key: keys.privateKey, kid: 'test' }, () => identity.clock.now);
});
afterAll(() => identity[Symbol.asyncDispose]());

const newAddress = () => `${randomUUID()}@example.test`;
const refresh = (refreshToken: string) => identity.post('/auth/refresh', { body: { refreshToken } });
const isAlive = async (accessToken: string) => (await resolve(hashToken(accessToken))) !== undefined;

test('A3 reuse of a rotated refresh token ends the whole family', async () => {
  const first = await signIn(identity, newAddress());
  const second = (await refresh(first.refreshToken)).body;
  const third = (await refresh(second.refreshToken)).body;
  expect(await isAlive(third.accessToken)).toBe(true);

  expect((await refresh(first.refreshToken)).status).toBe(401);
  expect((await refresh(third.refreshToken)).status).toBe(401);
  expect(await isAlive(third.accessToken)).toBe(false);
  expect(await identity.emitted(sessionRevoked)).toContainEqual({ sessionId: first.session.id });
  expect(await identity.emitted(auditRecorded.identity)).toContainEqual(
    expect.objectContaining({ action: 'refresh_reuse', objectId: first.session.id }),
  );
});

test('A3 of twenty uses of one refresh token at once one wins, and one descendant at most lives', async () => {
  const { refreshToken, session } = await signIn(identity, newAddress());
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
  // Nobody meets an error of ours: whoever comes second has reused the token.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
  const { rows } = await sql`
    select from refresh_token t join session s on s.id = t.session_id
    where s.id = ${session.id} and s.state = 'active' and t.rotated_at is null`.execute(identity.db);
  expect(rows.length).toBeLessThanOrEqual(1);
});

test('A3 two uses of one refresh token wait for each other, so the second is seen as reuse', async () => {
  const { refreshToken, session } = await signIn(identity, newAddress());
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const uses = await identity.db.transact(async (trx) => {
    await sql`select from session where id = ${session.id} for update`.execute(trx);
    const both = [refresh(refreshToken), refresh(refreshToken)];
    await vi.waitFor(async () => expect((await waiting.execute(identity.db)).rows).toEqual([{ n: 2 }]));
    return { both };
  });
  expect((await Promise.all(uses.both)).map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a refresh token that nobody issued is refused like any other', async () => {
  expect(await refresh('x'.repeat(43))).toMatchObject({ status: 401, body: { title: 'Sign in first' } });
});

test('A5 an operator is signed out after 30 idle minutes, and after 12 hours in any case', async () => {
  const address = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier: address, role: 'reviewer' }, identity.clock.now);
  const idle = await signIn(identity, address);
  identity.pass(30 * 60 + 1);
  expect((await refresh(idle.refreshToken)).status).toBe(401);

  let { refreshToken } = await signIn(identity, address);
  for (let minutes = 0; minutes < 12 * 60 - 25; minutes += 25) {
    identity.pass(25 * 60);
    refreshToken = (await refresh(refreshToken)).body.refreshToken;
    expect(refreshToken).toHaveLength(43);
  }
  identity.pass(25 * 60);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('logout ends the session at once', async () => {
  const { accessToken, session } = await signIn(identity, newAddress());
  const resolved = await resolve(hashToken(accessToken));
  const actor = person({ userId: resolved?.userId ?? '', sessionId: session.id });
  expect((await identity.post('/auth/logout', { actor })).status).toBe(204);
  expect(await isAlive(accessToken)).toBe(false);
});

test('an access token resolves to a signed assertion of roles and assignments, the same bytes for 30 s', async () => {
  const address = newAddress();
  const { accessToken } = await signIn(identity, address);
  const before = await resolve(hashToken(accessToken));
  identity.pass(10);
  expect(await resolve(hashToken(accessToken))).toEqual(before);

  await changeRole(identity.app, { action: 'grant', identifier: address, role: 'auditor' }, identity.clock.now);
  const after = await resolve(hashToken(accessToken));
  const { payload } = await jwtVerify(after?.assertion ?? '', keys.publicKey, {
    audience: 'services',
    currentDate: identity.clock.now,
  });
  expect(payload).toMatchObject({
    userId: before?.userId,
    permissions: ['operations.audit.read', 'operations.metrics.read', 'operations.reports.read'],
    assignments: [],
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
});

test('an access token ends after ten minutes', async () => {
  const { accessToken } = await signIn(identity, newAddress());
  identity.pass(599);
  expect(await isAlive(accessToken)).toBe(true);
  identity.pass(2);
  expect(await isAlive(accessToken)).toBe(false);
});

test('M1 an ended session cannot come back', async () => {
  const { session } = await signIn(identity, newAddress());
  await sql`update session set state = 'revoked', revoked_because = 'logout' where id = ${session.id}`.execute(
    identity.db,
  );
  const revival = sql`update session set state = 'active', revoked_because = null where id = ${session.id}`.execute(
    identity.db,
  );
  await expect(revival).rejects.toThrow('cannot go from revoked to active');
});
