import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenge, member, newAddress, resolverOf, startIdentity } from '../../test/service.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let resolver: Awaited<ReturnType<typeof resolverOf>>;
beforeAll(async () => {
  identity = await startIdentity({ limits: { 'challenge-identity': 100, 'challenge-ip': 1000 } });
  resolver = await resolverOf(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function signInWith(address: string, userAgent: string, options: { language?: string; label?: string } = {}) {
  identity.advanceClock(61);
  const { challengeId, code } = await challenge(identity, address);
  const { body } = await identity.post(`/auth/challenges/${challengeId}/verify`, {
    body: { code, ...(options.label && { sessionLabel: options.label }) },
    headers: { 'user-agent': userAgent, 'accept-language': options.language ?? 'en' },
  });
  const resolved = await resolver.resolved(body.accessToken);
  const sessionId = body.session.id as string;
  return { ...body, actor: person({ userId: resolved?.userId ?? '', sessionId }) };
}

test('lists the person’s sessions, newest first, and marks the current one', async () => {
  const address = newAddress();
  const first = await signInWith(address, firefox);
  const firstAt = identity.clock.now.toISOString();
  const second = await signInWith(address, iphone, { language: 'fr' });
  const third = await signInWith(address, 'okhttp/4.12.0', { language: 'fr' });
  const fourth = await signInWith(address, firefox, { label: 'At the office' });
  await member(identity);

  const { status, body } = await identity.get('/auth/sessions', { actor: second.actor });
  expect([status, body.nextCursor]).toEqual([200, null]);
  const unknown = { kind: null, browser: null, system: null };
  const windows = { kind: 'desktop', browser: 'Firefox', system: 'Windows' };
  expect(body.items).toEqual([
    expect.objectContaining({ id: fourth.session.id, label: 'At the office', device: windows, current: false }),
    expect.objectContaining({ id: third.session.id, label: 'Appareil sans nom', device: unknown, current: false }),
    expect.objectContaining({
      id: second.session.id,
      label: 'Safari sur iOS',
      device: { kind: 'mobile', browser: 'Safari', system: 'iOS' },
      current: true,
    }),
    {
      id: first.session.id,
      label: 'Firefox on Windows',
      createdAt: firstAt,
      lastUsedAt: firstAt,
      authenticatedBy: 'one_time_code',
      device: windows,
      current: false,
    },
  ]);
});

test('paginates sessions; returns 400 for another person’s cursor', async () => {
  const address = newAddress();
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift((await signInWith(address, firefox)).session.id);
  const { actor } = await signInWith(address, firefox);
  const first = (await identity.get('/auth/sessions?limit=2', { actor })).body;
  const rest = (await identity.get(`/auth/sessions?limit=2&cursor=${first.nextCursor}`, { actor })).body;
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([actor.sessionId, ...ids]);
  expect(rest.nextCursor).toBeNull();
  const stranger = await member(identity);
  const stolen = await identity.get(`/auth/sessions?cursor=${first.nextCursor}`, { actor: stranger.actor });
  expect(stolen).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] } });
});

test('updates the last use at most once a minute, and on refresh', async () => {
  const { accessToken, refreshToken, actor } = await signInWith(newAddress(), firefox);
  const lastUse = async () => {
    const [item] = (await identity.get('/auth/sessions', { actor })).body.items;
    return (identity.clock.now.getTime() - Date.parse(item.lastUsedAt)) / 1000;
  };
  identity.advanceClock(59);
  await resolver.resolved(accessToken);
  expect(await lastUse()).toBe(59);
  identity.advanceClock(1);
  await resolver.resolved(accessToken);
  expect(await lastUse()).toBe(0);
  identity.advanceClock(30);
  await identity.post('/auth/refresh', { body: { refreshToken } });
  expect(await lastUse()).toBe(0);
});

test('A4 ends a session at once for its owner, and returns 404 to others', async () => {
  const address = newAddress();
  const phone = await signInWith(address, iphone);
  const { actor } = await signInWith(address, firefox);
  const stranger = await member(identity);
  const path = `/auth/sessions/${phone.session.id}`;
  const foreign = await identity.delete(path, { actor: stranger.actor });
  const unknown = await identity.delete(`/auth/sessions/${randomUUID()}`, { actor: stranger.actor });
  expect([foreign.status, unknown.status, await resolver.isAlive(phone.accessToken)]).toEqual([404, 404, true]);

  expect((await identity.delete(path, { actor })).status).toBe(204);
  expect(await resolver.isAlive(phone.accessToken)).toBe(false);
  expect((await identity.post('/auth/refresh', { body: { refreshToken: phone.refreshToken } })).status).toBe(401);
  expect((await identity.get('/auth/sessions', { actor })).body.items).toHaveLength(1);
  expect(await identity.emitted(sessionRevoked)).toContainEqual({ sessionId: phone.session.id });
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ action }) => action === 'deleteSession');
  expect(entries).toMatchObject([{ actorId: actor.userId, objectId: phone.session.id }]);
  expect((await identity.delete(path, { actor })).status).toBe(404);
});

test('A4 logout ends the current session at once, and no other', async () => {
  const address = newAddress();
  const other = await signInWith(address, firefox);
  const { accessToken, actor } = await signInWith(address, firefox);
  expect((await identity.post('/auth/logout', { actor })).status).toBe(204);
  expect([await resolver.isAlive(accessToken), await resolver.isAlive(other.accessToken)]).toEqual([false, true]);
});

test('stores only known names from the User-Agent header', async () => {
  const address = newAddress();
  const odd = [
    'Canary7f3a/1.2 CFNetwork/1410.0.3 Darwin/22.6.0',
    '<b>Canary7f3a</b>/1.0',
    `Canary7f3a/1 ${'x'.repeat(5000)}`,
  ];
  const stored = [];
  for (const userAgent of [firefox, ...odd]) stored.push((await signInWith(address, userAgent)).session.id);
  const dump = sql<{ text: string }>`select row_to_json(s)::text as text from session s
    union all select payload::text from outbox`;
  const texts = (await dump.execute(identity.db)).rows.map(({ text }) => text);
  expect(texts).toContainEqual(expect.stringMatching(new RegExp(`"id":"${stored[0]}".*"device_browser":"Firefox"`)));
  // Each has its row and the event of its audit entry.
  for (const id of stored) expect(texts.filter((text) => text.includes(id)).length).toBeGreaterThanOrEqual(2);
  for (const text of texts) expect(text).not.toMatch(/Canary7f3a|CFNetwork|127\.0\.0\.1/);
});

test('lists a session once, however often it was refreshed', async () => {
  const { actor, refreshToken, session } = await signInWith(newAddress(), firefox);
  identity.advanceClock(1);
  await identity.post('/auth/refresh', { body: { refreshToken } });
  const { body } = await identity.get('/auth/sessions', { actor });
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([session.id]);
});

test('notifies the person of a sign-in on a new device, except the first', async () => {
  const address = newAddress();
  const notices = async (userId: string) =>
    (await identity.emitted(notificationRequested.identity)).filter((event) => event.userId === userId);
  const { actor } = await signInWith(address, firefox);
  await signInWith(address, firefox);
  expect(await notices(actor.userId)).toEqual([]);
  const phone = await signInWith(address, iphone);
  expect(await notices(actor.userId)).toEqual([
    {
      userId: actor.userId,
      providerId: null,
      template: 'new_sign_in',
      data: { sessionId: phone.session.id, device: 'Safari on iOS' },
    },
  ]);
});

test('resolves an access token to a signed assertion, the same for 30 s', async () => {
  const { accessToken, actor } = await signInWith(newAddress(), firefox);
  const before = await resolver.resolved(accessToken);
  identity.advanceClock(29);
  expect(await resolver.resolved(accessToken)).toEqual(before);
  identity.advanceClock(1);
  expect(await resolver.resolved(accessToken)).not.toEqual(before);
  const claims = await resolver.actorOf(accessToken);
  expect(claims).toMatchObject({
    ...actor,
    authenticatedAt: identity.clock.now.getTime() / 1000 - 30,
    permissions: [],
  });
  expect(Number(claims?.exp) - Number(claims?.iat)).toBe(60);
});
