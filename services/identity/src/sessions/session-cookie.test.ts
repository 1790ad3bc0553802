import { parseSetCookie } from 'cookie';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenge, member, newAddress, portal, resolverOf, startIdentity } from '../../test/service.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let resolver: Awaited<ReturnType<typeof resolverOf>>;
beforeAll(async () => {
  identity = await startIdentity({ connections: 10 });
  resolver = await resolverOf(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

type Headers = Record<string, string>;

async function verify(headers: Headers, transport = 'cookie', address = newAddress()) {
  const { challengeId, code } = await challenge(identity, address);
  return identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code, transport }, headers });
}
const signIn = (cookie?: string) => verify({ origin: portal, ...(cookie && { cookie }) });
const refresh = (cookie: string) => identity.post('/auth/refresh', { headers: { cookie } });

function cookieOf({ headers }: { headers: globalThis.Headers }) {
  const [header = '', ...others] = headers.getSetCookie().filter((cookie) => !cookie.startsWith('__Host-device='));
  expect(others).toEqual([]);
  const { name, value = '', ...attributes } = parseSetCookie(header);
  const [accessToken = '', refreshToken = ''] = value.split('.');
  return { header: `${name}=${value}`, name, accessToken, refreshToken, attributes };
}

test('A9 a portal gets a cookie that scripts cannot read, and no token in the body', async () => {
  const answer = await signIn();
  expect(answer.status).toBe(200);
  const { name, accessToken, refreshToken, attributes } = cookieOf(answer);
  expect(name).toBe('__Host-session');
  const lasting = { path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge: 30 * 24 * 3600 };
  expect(attributes).toEqual(lasting);
  expect(Object.keys(answer.body).sort()).toEqual(['accessTokenExpiresAt', 'refreshTokenExpiresAt', 'session']);
  for (const token of [accessToken, refreshToken]) {
    expect(token).toHaveLength(43);
    expect(JSON.stringify(answer.body)).not.toContain(token);
  }
  expect(await resolver.isAlive(accessToken)).toBe(true);
});

test('A9 a refresh requires only the cookie, and sets a new one', async () => {
  const before = cookieOf(await signIn());
  identity.advanceClock(3600);
  const answer = await refresh(before.header);
  const after = cookieOf(answer);
  expect(Object.keys(answer.body).sort()).toEqual(['accessTokenExpiresAt', 'refreshTokenExpiresAt', 'session']);
  expect(after.attributes).toEqual(before.attributes);
  expect(await resolver.isAlive(after.accessToken)).toBe(true);
  expect(cookieOf(await refresh(after.header)).refreshToken).not.toBe(after.refreshToken);
});

test('A9 concurrent refreshes of one cookie get the same new one; a later use is reuse', async () => {
  const { header } = cookieOf(await signIn());
  const tabs = await Promise.all(Array.from({ length: 5 }, () => refresh(header)));
  const [cookie, ...others] = new Set(tabs.map((answer) => cookieOf(answer).header));
  expect(others).toEqual([]);
  identity.advanceClock(61);
  const late = await refresh(header);
  expect([late.status, cookieOf(late).attributes.maxAge]).toEqual([401, 0]);
  expect((await refresh(cookie ?? '')).status).toBe(401);
});

test('A9 logout and a rejected refresh clear the cookie', async () => {
  const { header, accessToken } = cookieOf(await signIn());
  const sessionId = (await resolver.resolved(accessToken))?.sessionId ?? '';
  const { actor } = await member(identity);
  const answer = await identity.post('/auth/logout', { actor: { ...actor, sessionId }, headers: { cookie: header } });
  const cleared = { path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge: 0 };
  expect([answer.status, cookieOf(answer)]).toMatchObject([204, { header: '__Host-session=', attributes: cleared }]);
  const refused = await refresh(header);
  expect([refused.status, cookieOf(refused)]).toMatchObject([401, { header: '__Host-session=', attributes: cleared }]);
});

test('A9 sets no cookies for a bearer session', async () => {
  const { actor, refreshToken } = await member(identity);
  const { header } = cookieOf(await signIn());
  const refreshed = await identity.post('/auth/refresh', { body: { refreshToken }, headers: { cookie: header } });
  expect(refreshed.body.refreshToken).toHaveLength(43);
  expect(refreshed.headers.getSetCookie()).toEqual([]);
  expect((await identity.post('/auth/logout', { actor })).headers.getSetCookie()).toEqual([]);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['a subdomain of a portal', { origin: 'https://x.portal.example.test' }],
  ['a portal without encryption', { origin: 'http://portal.example.test' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a page of another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['no page at all', {}],
] as [string, Headers][])('A9 returns 403 for a cookie sign-in from %s', async (_who, headers) => {
  const answer = await verify(headers);
  expect(answer).toMatchObject({ status: 403, body: { type: 'http://trust.test/problems/origin-refused' } });
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('A9 a rejected origin uses no attempt, and a bearer sign-in requires no origin', async () => {
  expect((await verify({}, 'bearer')).status).toBe(200);
  expect((await verify({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  const { challengeId, code } = await challenge(identity, newAddress());
  const path = `/auth/challenges/${challengeId}/verify`;
  expect((await identity.post(path, { body: { code, transport: 'cookie' } })).status).toBe(403);
  expect((await identity.post(path, { body: { code } })).status).toBe(200);
});

test('A9 a sign-in ends the session of a cookie that was planted before', async () => {
  const attacker = cookieOf(await signIn());
  const victim = await signIn(attacker.header);
  const { header, accessToken } = cookieOf(victim);
  const [planted, own] = await Promise.all(
    [attacker, { accessToken }].map((one) => resolver.resolved(one.accessToken)),
  );
  expect(planted).toBeUndefined();
  expect(own?.sessionId).toBe(victim.body.session.id);
  expect((await refresh(attacker.header)).status).toBe(401);
  const ended = await sql`select from session where revoked_because = 'signed_in_again'`.execute(identity.db);
  expect(ended.rows).toHaveLength(1);
  expect((await signIn('__Host-session=made.up')).status).toBe(200);
  expect((await refresh(header)).status).toBe(200);
});
