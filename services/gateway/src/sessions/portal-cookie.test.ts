import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { assertion, portal, startGateway, token } from '../../test/gateway.ts';

const ok: RequestListener = (_request, response) => void response.end('{}');
const session = { 'x-access': 'session' };
const operations = {
  'GET /mine': session,
  'POST /mine': session,
  'POST /open': {},
  'POST /auth/refresh': { 'x-service': 'identity' },
  'POST /auth/challenges': { 'x-service': 'identity', parameters: [{ name: 'X-Device-Id', in: 'header' }] },
  'POST /auth/logout': { ...session, 'x-service': 'identity' },
};
const cookie = `theme=dark; __Host-session=${token}.the-refresh-token; other=1`;
const sessionOnly = `__Host-session=${token}.the-refresh-token`;

type Headers = Record<string, string>;
async function start() {
  const gateway = await startGateway(operations, ok);
  const send = (method: string, path: string, headers: Headers) =>
    fetch(`${gateway.url}/api/v1${path}`, { method, headers });
  return { gateway, send, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

test('A9 authenticates by the cookie without an Authorization header, and does not forward it', async () => {
  await using running = await start();
  expect((await running.send('GET', '/mine', { cookie })).status).toBe(200);
  expect((await running.send('POST', '/mine', { cookie, origin: portal })).status).toBe(200);
  expect(running.gateway.seen).toHaveLength(2);
  for (const { headers } of running.gateway.seen) {
    expect(headers).toMatchObject({ 'x-actor-assertion': assertion });
    expect(headers).not.toHaveProperty('cookie');
  }
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a subdomain of a portal', { origin: 'https://x.portal.example.test' }],
  ['an origin that only begins like a portal', { origin: `${portal}.evil.example` }],
  ['a sandboxed page', { origin: 'null' }],
  ['another site, which hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['another subdomain, which hides its origin', { 'sec-fetch-site': 'same-site' }],
  ['an unknown origin', {}],
] as [string, Headers][])('A9 returns 403 for a write with a cookie from %s', async (_where, headers) => {
  await using running = await start();
  for (const path of ['/mine', '/auth/refresh', '/auth/logout']) {
    const response = await running.send('POST', path, { cookie, ...headers });
    expect([path, response.status]).toEqual([path, 403]);
    expect(await response.json()).toMatchObject({ type: 'http://trust.test/problems/origin-refused' });
  }
  expect(running.gateway.seen).toEqual([]);
  expect((await running.send('GET', '/mine', { cookie, ...headers })).status).toBe(200);
});

test('A9 accepts a same-origin write without an Origin header', async () => {
  await using running = await start();
  expect((await running.send('POST', '/mine', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('A9 forwards only the session cookie, to identity and for operations that write it', async () => {
  await using running = await start();
  for (const path of ['/auth/refresh', '/auth/logout', '/open'])
    expect((await running.send('POST', path, { cookie, origin: portal })).status).toBe(200);
  expect(running.gateway.seen.map(({ headers }) => headers.cookie)).toEqual([sessionOnly, sessionOnly, undefined]);
});

test('A9 forwards the device id header, and portals’ device cookie, where the operation declares it', async () => {
  await using running = await start();
  const device = '__Host-device=an-id-of-a-browser';
  const withDevice = `${cookie}; ${device}`;
  const fromPortal = { cookie: withDevice, origin: portal };
  await running.send('POST', '/auth/challenges', fromPortal);
  await running.send('POST', '/auth/challenges', { cookie: device, origin: portal });
  await running.send('POST', '/auth/challenges', { cookie: device, origin: 'https://evil.example' });
  await running.send('POST', '/auth/refresh', fromPortal);
  expect(running.gateway.seen.map(({ headers }) => headers.cookie)).toEqual([
    `${sessionOnly}; ${device}`,
    device,
    undefined,
    sessionOnly,
  ]);
  await running.send('POST', '/auth/challenges', { 'x-device-id': 'an-id-of-an-app' });
  expect(running.gateway.seen.at(-1)?.headers).toMatchObject({ 'x-device-id': 'an-id-of-an-app' });
});

test('A9 prefers the Authorization header to the cookie, even an invalid header', async () => {
  await using running = await start();
  const evil = { cookie, origin: 'https://evil.example' };
  expect((await running.send('POST', '/mine', { ...evil, authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await running.send('POST', '/auth/refresh', { ...evil, authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await running.send('GET', '/mine', { cookie, authorization: 'Basic abc' })).status).toBe(401);
  expect(running.gateway.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
});

test.each([
  '',
  '__Host-session=',
  '__Host-session=.',
  '__Host-session=%',
  'session=x.y',
  `__Host-session=${'x'.repeat(4000)}.y`,
])('A9 returns 401 for a cookie without a session: %s', async (cookie) => {
  await using running = await start();
  expect((await running.send('GET', '/mine', { cookie })).status).toBe(401);
});
