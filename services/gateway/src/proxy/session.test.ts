import type { RequestListener } from 'node:http';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { expect, test } from 'vitest';
import { startGateway, token } from '../../test/gateway.ts';

const ok: RequestListener = (_request, response) => void response.end('{}');
const session = { 'x-access': 'session' };

test('A4 a revocation of which no event tells bites within a second', async () => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await get()).toBe(200);
  gateway.revoke();
  gateway.pass(999);
  expect(await get()).toBe(200);
  gateway.pass(1);
  expect(await get()).toBe(401);
});

test('A4 a privileged write asks identity each time, whatever is remembered', async () => {
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

test('A4 a session that identity forbids to cache is looked up for each request', async () => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  gateway.forbidCaching();
  expect([await get(), await get(), gateway.lookUps()]).toEqual([200, 200, 2]);
  gateway.revoke();
  expect(await get()).toBe(401);
});

test('A4 a write to identity ends what is cached of the session', async () => {
  const put = { ...session, 'x-service': 'identity' };
  await using gateway = await startGateway({ 'GET /mine': session, 'PUT /account/workspace': put }, ok);
  const send = async (method: string, path: string) =>
    (await fetch(`${gateway.url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;
  expect([await send('GET', '/mine'), await send('PUT', '/account/workspace')]).toEqual([200, 200]);
  gateway.forbidCaching();
  expect([await send('GET', '/mine'), gateway.lookUps()]).toEqual([200, 2]);
});

test('A4 what is revoked while identity is being asked is not remembered', async () => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  gateway.onLookUp(() => gateway.sessions.invalidate(sessionRevoked.type, { sessionId: 's' }));
  expect(await get()).toBe(200);
  gateway.revoke();
  expect(await get()).toBe(401);
});

test.each([500, 401])('A4 a %s from identity is 503 and is not cached', async (status) => {
  await using gateway = await startGateway({ 'GET /mine': session }, ok);
  const get = async () =>
    (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization: `Bearer ${token}` } })).status;
  gateway.setIdentityStatus(status);
  expect([await get(), await get(), gateway.lookUps(), gateway.seen.length]).toEqual([503, 503, 2, 0]);
  gateway.setIdentityStatus(200);
  expect(await get()).toBe(200);
});
