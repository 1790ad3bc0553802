import type { RequestListener } from 'node:http';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { expect, test } from 'vitest';
import { startGateway, token } from '../../test/gateway.ts';

const ok: RequestListener = (_request, response) => void response.end('{}');
const session = { 'x-access': 'session' };

test('A4 applies a revocation within a second without an event', async () => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await get()).toBe(200);
  gateway.revoke();
  gateway.advanceClock(999);
  expect(await get()).toBe(200);
  gateway.advanceClock(1);
  expect(await get()).toBe(401);
});

test('A4 looks the session up for each privileged write, cached or not', async () => {
  await using gateway = await startGateway(
    {
      'GET /mine': session,
      'POST /limited': { ...session, 'x-limits': ['privileged-operation'] },
      'POST /stepped': { ...session, 'x-step-up': 300 },
    },
    ok,
  );
  const send = async (method: string, path: string) =>
    (await fetch(`${gateway.url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;
  expect([await send('GET', '/mine'), await send('GET', '/mine'), gateway.lookUps()]).toEqual([200, 200, 1]);
  expect([await send('POST', '/limited'), await send('POST', '/stepped'), gateway.lookUps()]).toEqual([200, 200, 3]);
  gateway.revoke();
  expect([await send('POST', '/limited'), await send('POST', '/stepped')]).toEqual([401, 401]);
});

test('A4 a request whose body arrives after the end of its session is refused', async () => {
  const write = { ...session, 'x-service': 'provider' };
  await using gateway = await startGateway({ 'POST /slow': write }, ok);
  const begun = Promise.withResolvers<void>();
  gateway.onLookUp(begun.resolve);
  const send = async (authorization: string, rest: Promise<void>) => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        await rest;
        controller.enqueue(new TextEncoder().encode('}'));
        controller.close();
      },
    });
    const init = { method: 'POST', headers: { authorization }, body, duplex: 'half' } as RequestInit;
    return (await fetch(`${gateway.url}/api/v1/slow`, init)).status;
  };
  const ended = Promise.withResolvers<void>();
  const slow = send(`Bearer ${token}`, ended.promise);
  await begun.promise;
  gateway.revoke();
  gateway.sessions.invalidate(sessionRevoked.type, { sessionId: 's' });
  ended.resolve();
  expect([await slow, gateway.seen.length]).toEqual([401, 0]);
  // Nobody without a session keeps a body open.
  expect(await send('Bearer of-nobody-0123456789', new Promise(() => {}))).toBe(401);
});

test('A4 looks an uncacheable session up for each request', async () => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  gateway.forbidCaching();
  expect([await get(), await get(), gateway.lookUps()]).toEqual([200, 200, 2]);
  gateway.revoke();
  expect(await get()).toBe(401);
});

test('A4 drops the cached session after a write to identity', async () => {
  const put = { ...session, 'x-service': 'identity' };
  await using gateway = await startGateway({ 'GET /mine': session, 'PUT /account/workspace': put }, ok);
  const send = async (method: string, path: string) =>
    (await fetch(`${gateway.url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;
  expect([await send('GET', '/mine'), await send('PUT', '/account/workspace')]).toEqual([200, 200]);
  gateway.forbidCaching();
  expect([await send('GET', '/mine'), gateway.lookUps()]).toEqual([200, 2]);
});

test('A4 does not cache a session that is revoked during its lookup', async () => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  gateway.onLookUp(() => gateway.sessions.invalidate(sessionRevoked.type, { sessionId: 's' }));
  expect(await get()).toBe(200);
  gateway.revoke();
  expect(await get()).toBe(401);
});

test.each([500, 401])('A4 returns 503 on a %s from identity, and does not cache it', async (status) => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  gateway.setIdentityStatus(status);
  expect([await get(), await get(), gateway.lookUps(), gateway.seen.length]).toEqual([503, 503, 2, 0]);
  gateway.setIdentityStatus(200);
  expect(await get()).toBe(200);
});
