import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { auditRecorded } from '@trust/contracts/events/any';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { gatewayProof } from '@trust/service-testing/gateway';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newAddress, resolverOf, signIn, startIdentity } from '../../../test/service.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let isAlive: Awaited<ReturnType<typeof resolverOf>>['isAlive'];
beforeAll(async () => {
  identity = await startIdentity({ connections: 10 });
  ({ isAlive } = await resolverOf(identity));
});
afterAll(() => identity[Symbol.asyncDispose]());

const refresh = (refreshToken: string, key?: string) =>
  identity.post('/auth/refresh', { body: { refreshToken }, ...(key && { headers: { 'idempotency-key': key } }) });

async function liveTokens(sessionId: string): Promise<number> {
  const { rows } = await sql`
    select from refresh_token t join session s on s.id = t.session_id
    where s.id = ${sessionId} and s.state = 'active' and t.rotated_at is null`.execute(identity.db);
  return rows.length;
}

async function actionsOn(sessionId: string): Promise<string[]> {
  const entries = await identity.emitted(auditRecorded.identity);
  return entries
    .filter(({ objectId }) => objectId === sessionId)
    .map(({ action, outcome, after }) => [action, outcome, after.revokedBecause].filter(Boolean).join(' '));
}

test('A3 reuse of a rotated refresh token ends the session', async () => {
  const first = await signIn(identity, newAddress());
  const second = (await refresh(first.refreshToken)).body;
  const third = (await refresh(second.refreshToken)).body;
  expect(await isAlive(third.accessToken)).toBe(true);

  expect((await refresh(first.refreshToken)).status).toBe(401);
  expect((await refresh(third.refreshToken)).status).toBe(401);
  for (const { accessToken } of [first, second, third]) expect(await isAlive(accessToken)).toBe(false);
  expect(await identity.emitted(sessionRevoked)).toContainEqual({ sessionId: first.session.id });
  expect(await actionsOn(first.session.id)).toEqual([
    'verifyChallenge done',
    'refreshSession done',
    'refreshSession done',
    'refreshSession refused refresh_reuse',
  ]);
});

test('A3 pruning does not hide reuse: a rotated token is kept until it expires', async () => {
  const first = await signIn(identity, newAddress());
  const second = (await refresh(first.refreshToken)).body;
  const expiresIn = (Date.parse(first.refreshTokenExpiresAt) - identity.clock.now.getTime()) / 1000;
  await identity.prune(expiresIn - 1);
  expect((await refresh(first.refreshToken)).status).toBe(401);
  expect((await refresh(second.refreshToken)).status).toBe(401);
});

test.each([
  ['without a key', undefined],
  ['with a key each of its own', (use: number) => `key ${use}`],
])('A3 exactly one of twenty concurrent uses of a refresh token succeeds, %s', async (_name, key) => {
  const { refreshToken, session } = await signIn(identity, newAddress());
  const answers = await Promise.all(Array.from({ length: 20 }, (_, use) => refresh(refreshToken, key?.(use))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
  expect(await liveTokens(session.id)).toBe(0);
});

test('A3 two uses of one refresh token wait for the lock, and the second is reuse', async () => {
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

test('returns 401 for an unknown refresh token and for none', async () => {
  expect(await refresh('x'.repeat(43))).toMatchObject({ status: 401, body: { title: 'Authentication required' } });
  expect((await identity.post('/auth/refresh', { body: {} })).status).toBe(401);
});

test('A8 replays a lost response for the same key and keeps the session', async () => {
  const { refreshToken, session } = await signIn(identity, newAddress());
  const network = await losingFirstReply(Number(new URL(identity.url).port));
  const ask = () =>
    fetch(`http://127.0.0.1:${network.port}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { ...gatewayProof, 'content-type': 'application/json', 'idempotency-key': 'mine' },
      body: JSON.stringify({ refreshToken }),
    });
  await expect(ask()).rejects.toThrow('fetch failed');
  expect(await actionsOn(session.id)).toEqual(['verifyChallenge done', 'refreshSession done']);

  const again = await ask();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  const tokens = (await again.json()) as { accessToken: string; refreshToken: string };
  expect((await refresh(refreshToken, 'mine')).body).toEqual(tokens);
  expect(await isAlive(tokens.accessToken)).toBe(true);
  expect(await actionsOn(session.id)).toEqual(['verifyChallenge done', 'refreshSession done']);
  expect((await refresh(tokens.refreshToken)).status).toBe(200);
  network.close();
});

test('C1 a replayed refresh uses no rate limit', async () => {
  await using narrow = await startIdentity({ limits: { refresh: 1 } });
  const { refreshToken } = await signIn(narrow, newAddress());
  const send = (token: string, key: string) =>
    narrow.post('/auth/refresh', { body: { refreshToken: token }, headers: { 'idempotency-key': key } });
  const first = await send(refreshToken, 'mine');
  expect([first.status, first.headers.has('ratelimit')]).toEqual([200, true]);
  for (const _again of [1, 2, 3]) {
    const { status, headers } = await send(refreshToken, 'mine');
    expect([status, headers.get('idempotency-replayed'), headers.has('ratelimit')]).toEqual([200, 'true', false]);
  }
  expect((await send(first.body.refreshToken, 'next')).status).toBe(429);
});

test('A8 twenty concurrent uses with one key get the same tokens', async () => {
  const { refreshToken, session } = await signIn(identity, newAddress());
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken, 'shared')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
  expect(await liveTokens(session.id)).toBe(1);
});

test.each([
  ['another key', 0, 'another'],
  ['no key', 0, undefined],
  ['the same key after 61 s', 61, 'mine'],
])('A8 a second use with %s is reuse', async (_name, seconds, key) => {
  const { refreshToken, session } = await signIn(identity, newAddress());
  const { body } = await refresh(refreshToken, 'mine');
  identity.advanceClock(seconds);
  expect((await refresh(refreshToken, key)).status).toBe(401);
  expect((await refresh(body.refreshToken)).status).toBe(401);
  expect(await isAlive(body.accessToken)).toBe(false);
  expect((await actionsOn(session.id)).at(-1)).toBe('refreshSession refused refresh_reuse');
});

test('A8 the same key within 60 s is a replay until the new tokens are used', async () => {
  const { refreshToken } = await signIn(identity, newAddress());
  const { body } = await refresh(refreshToken, 'mine');
  identity.advanceClock(59);
  expect((await refresh(refreshToken, 'mine')).status).toBe(200);
  const next = await refresh(body.refreshToken, 'next');
  expect(next.status).toBe(200);
  expect((await refresh(refreshToken, 'mine')).status).toBe(401);
  expect(await isAlive(next.body.accessToken)).toBe(false);
});

test('A8 the stored reply needs the token to open, and is deleted after a minute or the next use', async () => {
  const { refreshToken, session } = await signIn(identity, newAddress());
  const { body } = await refresh(refreshToken, 'mine');
  const kept = () =>
    sql<{ text: string }>`select row_to_json(r)::text as text from refresh_reply r
      join refresh_token t using (token_hash) where t.session_id = ${session.id}`.execute(identity.db);
  const [row] = (await kept()).rows;
  for (const secret of [body.accessToken, body.refreshToken, refreshToken, session.id])
    expect(row?.text).not.toContain(secret);
  // Sealed directly under the derived key: no wrapped key in it that another secret could open.
  const [head, wrappedKey] = JSON.parse(row?.text ?? '{}').answer.split('.');
  expect([JSON.parse(Buffer.from(head, 'base64url').toString()), wrappedKey]).toEqual([
    { alg: 'dir', enc: 'A256GCM' },
    '',
  ]);

  await identity.prune(59);
  expect((await kept()).rows).toHaveLength(1);
  await identity.prune(60);
  expect((await kept()).rows).toEqual([]);
  await refresh(body.refreshToken, 'mine');
  expect((await kept()).rows).toHaveLength(1);
  await refresh(body.refreshToken, 'other');
  expect((await kept()).rows).toEqual([]);
});

test('returns 400 for a key over 255 characters', async () => {
  const { refreshToken } = await signIn(identity, newAddress());
  expect(await refresh(refreshToken, 'k'.repeat(256))).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'Idempotency-Key', code: 'too_big' }] },
  });
});

async function losingFirstReply(port: number) {
  let lost = false;
  const server = createServer((client) => {
    const service = connect(port, '127.0.0.1');
    for (const socket of [client, service]) socket.on('error', () => {});
    client.pipe(service);
    service.on('data', (chunk) => {
      if (lost) return void client.write(chunk);
      lost = true;
      client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
