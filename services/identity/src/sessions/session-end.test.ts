import { randomUUID } from 'node:crypto';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenge, member, newAddress, resolverOf, signIn, startIdentity } from '../../test/service.ts';
import type { DB } from '../db/schema.ts';
import { changeRole } from '../operators/roles/change-role.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let resolver: Awaited<ReturnType<typeof resolverOf>>;
beforeAll(async () => {
  identity = await startIdentity();
  resolver = await resolverOf(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const refresh = (refreshToken: string) => identity.post('/auth/refresh', { body: { refreshToken } });
const newOperator = async () => {
  const address = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier: address, role: 'reviewer' }, identity.clock.now);
  return address;
};

const limits = [
  ['a member', async () => newAddress(), { idle: 30 * day, absolute: 90 * day }],
  ['an operator', newOperator, { idle: 30 * minute, absolute: 12 * hour }],
] as const;

test.each(limits)(
  'A5 ends the session of %s after its idle time, not a second before',
  async (_who, address, { idle }) => {
    const before = await signIn(identity, await address());
    identity.advanceClock(idle - 1);
    const refreshed = await refresh(before.refreshToken);
    expect(refreshed.status).toBe(200);
    identity.advanceClock(idle + 1);
    expect((await refresh(refreshed.body.refreshToken)).status).toBe(401);
  },
);

test.each(limits)(
  'A5 ends the session of %s at its absolute end, although it is refreshed',
  async (_who, address, { idle, absolute }) => {
    let { refreshToken } = await signIn(identity, await address());
    const start = identity.clock.now.getTime();
    const left = () => absolute - (identity.clock.now.getTime() - start) / 1000;
    while (left() > idle) {
      identity.advanceClock(idle - 1);
      refreshToken = (await refresh(refreshToken)).body.refreshToken;
    }
    identity.advanceClock(left() - 1);
    const last = await refresh(refreshToken);
    const end = new Date(start + absolute * 1000).toISOString();
    expect(last.body).toMatchObject({ accessTokenExpiresAt: end, refreshTokenExpiresAt: end });
    const { accessToken } = last.body;
    expect(await resolver.isAlive(accessToken)).toBe(true);
    identity.advanceClock(2);
    expect(await resolver.isAlive(accessToken)).toBe(false);
    expect((await refresh(last.body.refreshToken)).status).toBe(401);
  },
);

test('A5 tokens that expire later than the session do not work past its absolute end', async () => {
  const { accessToken, refreshToken, session, actor } = await member(identity);
  await using owner = openDb<DB>({ url: identity.ownerUrl, max: 1 });
  for (const table of ['access_token', 'refresh_token'] as const)
    await owner.updateTable(table).set({ expires_at: '2099-01-01' }).where('session_id', '=', session.id).execute();
  const listed = async () => (await identity.get('/auth/sessions', { actor })).body.items.length;
  identity.advanceClock(90 * day - 1);
  expect([await resolver.isAlive(accessToken), await listed()]).toEqual([true, 1]);
  identity.advanceClock(1);
  expect([await resolver.isAlive(accessToken), await listed()]).toEqual([false, 0]);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('A5 an access token expires after ten minutes', async () => {
  const { accessToken } = await signIn(identity, newAddress());
  identity.advanceClock(10 * minute - 1);
  expect(await resolver.isAlive(accessToken)).toBe(true);
  identity.advanceClock(2);
  expect(await resolver.isAlive(accessToken)).toBe(false);
});

test('A5 a new operator must sign in again; sessions of kind member never carry operator permissions', async () => {
  const address = newAddress();
  const before = await signIn(identity, address);
  const granted = await changeRole(
    identity.app,
    { action: 'grant', identifier: address, role: 'auditor' },
    identity.clock.now,
  );
  expect(granted).toEqual({ isNewPerson: false, endedSessions: 1 });
  expect(await resolver.isAlive(before.accessToken)).toBe(false);
  expect((await refresh(before.refreshToken)).status).toBe(401);

  identity.advanceClock(61);
  const after = await signIn(identity, address);
  const actor = await resolver.actorOf(after.accessToken);
  expect(actor?.permissions).toContain('operations.audit.read');

  // As after a sign-in that ran concurrently with the grant.
  await sql`update session set kind = 'member' where id = ${after.session.id}`.execute(identity.db);
  expect((await resolver.actorOf(after.accessToken))?.permissions).toEqual([]);
});

test('A5 the database refuses an operator’s session that lasts longer', async () => {
  const { session } = await signIn(identity, await newOperator());
  for (const longer of [sql`idle_seconds = 1801`, sql`ends_at = created_at + interval '12 hours 1 second'`])
    await expect(sql`update session set ${longer} where id = ${session.id}`.execute(identity.db)).rejects.toThrow(
      'check',
    );
});

test('M1 an ended session cannot become active again', async () => {
  const { session, actor } = await member(identity);
  expect((await identity.post('/auth/logout', { actor })).status).toBe(204);
  const revival = sql`update session set state = 'active', revoked_because = null, revoked_at = null where id = ${session.id}`;
  await expect(revival.execute(identity.db)).rejects.toThrow('cannot go from revoked to active');
});

test('deletes tokens when they expire, and a session thirty days after its end', async () => {
  const ended = await member(identity);
  const { body } = await refresh(ended.refreshToken);
  await identity.post('/auth/logout', { actor: ended.actor });
  const rows = async () => {
    const { id } = ended.session;
    const counts = await sql<{ sessions: number; access: number; refresh: number }>`select
      (select count(*)::int from session where id = ${id}) as sessions,
      (select count(*)::int from access_token where session_id = ${id}) as access,
      (select count(*)::int from refresh_token where session_id = ${id}) as refresh`.execute(identity.db);
    return counts.rows[0];
  };
  expect(body.refreshToken).toHaveLength(43);
  expect(await rows()).toEqual({ sessions: 1, access: 0, refresh: 2 });
  await identity.prune(30 * day - 1);
  expect(await rows()).toEqual({ sessions: 1, access: 0, refresh: 2 });
  await identity.prune(30 * day + 1);
  expect(await rows()).toEqual({ sessions: 0, access: 0, refresh: 0 });
});

test('A4 resolves no token of an ended session, even if the token was not deleted', async () => {
  const { accessToken, session } = await signIn(identity, newAddress());
  await sql`update session set state = 'revoked', revoked_because = 'logout', revoked_at = ${identity.clock.now}
    where id = ${session.id}`.execute(identity.db);
  expect(await resolver.isAlive(accessToken)).toBe(false);
});

test('M4 an emergency action ends every session of the account and refuses new ones until it ends', async () => {
  await using racing = await startIdentity({ connections: 6, limits: { 'challenge-identity': 10_000 } });
  const { isAlive } = await resolverOf(racing);
  const signOut = (targetId: string) =>
    racing.deliver(emergencyActionChanged, {
      actionId: randomUUID(),
      kind: 'revoke_sessions',
      targetId,
      startedAt: racing.clock.now.toISOString(),
      endsAt: new Date(racing.clock.now.getTime() + 3_600_000).toISOString(),
      occurredAt: racing.clock.now.toISOString(),
    });
  const { actor, identifier, accessToken } = await member(racing);
  racing.advanceClock(61);
  const second = await signIn(racing, identifier);
  await signOut(actor.userId);
  for (const token of [accessToken, second.accessToken]) expect(await isAlive(token)).toBe(false);
  const { refreshToken } = second;
  expect((await racing.post('/auth/refresh', { body: { refreshToken } })).status).toBe(401);
  const revoked = (await racing.emitted(sessionRevoked)).map(({ sessionId }) => sessionId);
  expect(revoked).toEqual([actor.sessionId, second.session.id]);
  racing.advanceClock(61);
  const { challengeId, code } = await challenge(racing, identifier);
  const refused = await racing.post(`/auth/challenges/${challengeId}/verify`, { body: { code } });
  expect(refused).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/code-refused' } });

  racing.advanceClock(3600);
  const [opening, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = await challenge(racing, identifier);
  const slow = racing.db.transact(async (trx) => {
    // The foreign key of an inserted session takes this lock.
    await sql`select from person where id = ${actor.userId} for key share`.execute(trx);
    opening.resolve();
    await committed.promise;
  });
  await opening.promise;
  const action = signOut(actor.userId);
  const waiting = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        racing.db,
      );
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
  const verify = racing.post(`/auth/challenges/${late.challengeId}/verify`, { body: { code: late.code } });
  committed.resolve();
  await Promise.all([slow, action, verify]);
  const { rows } = await sql`select from session where person_id = ${actor.userId} and state = 'active'`.execute(
    racing.db,
  );
  expect(rows).toHaveLength(0);
  racing.advanceClock(3600);
  expect(await isAlive((await signIn(racing, identifier)).accessToken)).toBe(true);
});
