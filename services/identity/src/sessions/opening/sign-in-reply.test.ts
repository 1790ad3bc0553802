import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorWithPasskey } from '../../../test/passkey-sessions.ts';
import { challenge, newAddress, otherThan, portal, resolverOf, startIdentity } from '../../../test/service.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let isAlive: Awaited<ReturnType<typeof resolverOf>>['isAlive'];
beforeAll(async () => {
  identity = await startIdentity({ connections: 10, limits: { 'verify-ip': 1000, 'challenge-ip': 1000 } });
  ({ isAlive } = await resolverOf(identity));
});
afterAll(() => identity[Symbol.asyncDispose]());

type Attempt = { challengeId: string; code: string; key?: string; label?: string; headers?: Record<string, string> };

const verify = ({ challengeId, code, key, label, headers }: Attempt) =>
  identity.post(`/auth/challenges/${challengeId}/verify`, {
    body: { code, ...(label && { sessionLabel: label }) },
    headers: { ...(key && { 'idempotency-key': key }), ...headers },
  });
const refused = { status: 401, body: { type: 'http://trust.test/problems/code-refused' } };
const device = () => ({ 'x-device-id': randomUUID() });
const signedIn = async (attempt: Partial<Attempt> = {}) => {
  const first = { ...(await challenge(identity, newAddress())), key: randomUUID(), headers: device(), ...attempt };
  const { status, body } = await verify(first);
  expect(status).toBe(200);
  return { attempt: first, tokens: body };
};
const keptOf = async (challengeId: string) =>
  (
    await sql<{ text: string }>`select row_to_json(r)::text as text from sign_in_reply r
      where challenge_id = ${challengeId}`.execute(identity.db)
  ).rows;

test('A8 answers a sign-in again under the same key, with the same session, and audits it once', async () => {
  const { attempt, tokens } = await signedIn();
  identity.advanceClock(59);
  for (const _again of [1, 2]) {
    const { status, body, headers } = await verify(attempt);
    expect([status, body, headers.get('idempotency-replayed')]).toEqual([200, tokens, 'true']);
  }
  expect(await isAlive(tokens.accessToken)).toBe(true);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(
    ({ after }) => after.challengeId === attempt.challengeId,
  );
  expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(['verifyChallenge done']);
});

test('A8 a code typed with spaces is the same request', async () => {
  const { attempt, tokens } = await signedIn();
  expect((await verify({ ...attempt, code: attempt.code.replace(/^.../, '$& ') })).body).toEqual(tokens);
});

test.each<[string, (attempt: Attempt) => Partial<Attempt>]>([
  ['another key', () => ({ key: randomUUID() })],
  ['another code', ({ code }) => ({ code: otherThan(code) })],
  ['another label', () => ({ label: 'Phone of the thief' })],
  ['another device', () => ({ headers: device() })],
  ['no device', () => ({ headers: {} })],
])('A8 a repeat with %s is refused, and ends the repeats of the first', async (_name, change) => {
  const { attempt, tokens } = await signedIn();
  expect(await verify({ ...attempt, ...change(attempt) })).toMatchObject(refused);
  expect(await verify(attempt)).toMatchObject(refused);
  expect(await isAlive(tokens.accessToken)).toBe(true);
});

test('A8 a repeat without a key is refused, and keeps the answer of the first', async () => {
  const { attempt, tokens } = await signedIn();
  const { key: _key, ...keyless } = attempt;
  expect(await verify(keyless)).toMatchObject(refused);
  expect((await verify(attempt)).body).toEqual(tokens);
});

test('A8 a sign-in without a key, or under an empty one, is answered once', async () => {
  for (const key of [{}, { key: '' }]) {
    const first = { ...(await challenge(identity, newAddress())), headers: device(), ...key };
    expect((await verify(first)).status).toBe(200);
    expect(await verify(first)).toMatchObject(refused);
    expect(await verify({ ...first, key: randomUUID() })).toMatchObject(refused);
  }
});

test('A8 the key of one sign-in opens no other', async () => {
  const { attempt } = await signedIn();
  const other = await signedIn();
  expect(await verify({ ...attempt, challengeId: other.attempt.challengeId })).toMatchObject(refused);
});

test('A8 a repeat after 60 s is refused', async () => {
  const { attempt } = await signedIn();
  identity.advanceClock(60);
  expect(await verify(attempt)).toMatchObject(refused);
});

test('A8 a repeat after the tokens were refreshed, or the session was ended, is refused', async () => {
  const { attempt, tokens } = await signedIn();
  const refreshed = await identity.post('/auth/refresh', { body: { refreshToken: tokens.refreshToken } });
  expect(refreshed.status).toBe(200);
  expect(await verify(attempt)).toMatchObject(refused);

  const ended = await signedIn();
  const { refreshToken } = ended.tokens;
  await identity.post('/auth/refresh', { body: { refreshToken }, headers: { 'idempotency-key': 'mine' } });
  await identity.post('/auth/refresh', { body: { refreshToken } });
  expect(await isAlive(ended.tokens.accessToken)).toBe(false);
  expect(await verify(ended.attempt)).toMatchObject(refused);
});

test('A8 four concurrent sign-ins with one key get one session', async () => {
  const first = { ...(await challenge(identity, newAddress())), key: randomUUID(), headers: device() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => verify(first)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.accessToken)).size).toBe(1);
});

test('A8 the stored answer of a sign-in holds no secret in clear, and is deleted after a minute', async () => {
  const { attempt, tokens } = await signedIn();
  const [row] = await keptOf(attempt.challengeId);
  for (const secret of [tokens.accessToken, tokens.refreshToken, attempt.key, attempt.code])
    expect(row?.text).not.toContain(secret);
  await identity.prune(59);
  expect(await keptOf(attempt.challengeId)).toHaveLength(1);
  await identity.prune(60);
  expect(await keptOf(attempt.challengeId)).toEqual([]);
});

test('C1 a repeated sign-in uses no try of its challenge', async () => {
  await using narrow = await startIdentity({ limits: { verify: 1 } });
  const { challengeId, code } = await challenge(narrow, newAddress());
  const send = () =>
    narrow.post(`/auth/challenges/${challengeId}/verify`, { body: { code }, headers: { 'idempotency-key': 'mine' } });
  for (const _again of [1, 2, 3]) expect((await send()).status).toBe(200);
});

test('A9 a repeated sign-in of a portal sets the same cookies, also if the first cookies arrived', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  const send = (cookie?: string, origin = portal) =>
    identity.post(`/auth/challenges/${challengeId}/verify`, {
      body: { code, transport: 'cookie' },
      headers: { origin, 'idempotency-key': 'mine', ...(cookie && { cookie }) },
    });
  const first = await send();
  const cookies = first.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  expect((await send(undefined, 'https://evil.example.test')).status).toBe(403);
  const again = await send();
  expect([again.status, again.body, again.headers.getSetCookie()]).toEqual([200, first.body, cookies]);
  const kept = cookies.map((one) => one.split(';')[0]).join('; ');
  const withCookies = await send(kept);
  expect([withCookies.status, withCookies.headers.getSetCookie()]).toEqual([200, cookies]);
  expect(await isAlive(/__Host-session=([^.]+)/.exec(kept)?.[1] ?? '')).toBe(true);
  expect((await send(kept.replace(/(__Host-device=)[^;]+/, `$1${randomUUID()}`))).status).toBe(401);
});

test('A8 a passkey sign-in is answered again under its key only', async () => {
  const { authenticator } = await operatorWithPasskey(identity);
  const { challengeId, publicKey } = (await identity.post('/auth/passkeys/challenges')).body;
  const body = { challengeId, credential: authenticator.assert(publicKey) };
  const send = (key?: string, sessionLabel?: string) =>
    identity.post('/auth/passkeys/verify', {
      body: { ...body, sessionLabel },
      headers: key ? { 'idempotency-key': key } : {},
    });
  const first = await send('mine');
  expect(first.status).toBe(200);
  expect((await send()).status).toBe(401);
  const again = await send('mine');
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true']);
  expect((await send('mine', 'Phone of the thief')).status).toBe(401);
  expect((await send('mine')).status).toBe(401);
  expect(await isAlive(first.body.accessToken)).toBe(true);
});
