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
const own = `__Host-session=${token}.the-refresh-token`;

type Headers = Record<string, string>;
async function start() {
  const gateway = await startGateway(operations, ok);
  const send = (method: string, path: string, headers: Headers) =>
    fetch(`${gateway.url}/api/v1${path}`, { method, headers });
  return { gateway, send, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

test('A9 without an Authorization header the cookie says who acts, and goes no further', async () => {
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
  ['nobody knows where', {}],
] as [string, Headers][])('A9 a cookie from %s changes nothing', async (_where, headers) => {
  await using running = await start();
  for (const path of ['/mine', '/auth/refresh', '/auth/logout']) {
    const answer = await running.send('POST', path, { cookie, ...headers });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(await answer.json()).toMatchObject({ type: 'http://trust.test/problems/origin-refused' });
  }
  expect(running.gateway.seen).toEqual([]);
  expect((await running.send('GET', '/mine', { cookie, ...headers })).status).toBe(200);
});

test('A9 a page of the same origin may do without the Origin header', async () => {
  await using running = await start();
  expect((await running.send('POST', '/mine', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('A9 identity gets the cookie for what writes it, and no other cookie', async () => {
  await using running = await start();
  for (const path of ['/auth/refresh', '/auth/logout', '/open'])
    expect((await running.send('POST', path, { cookie, origin: portal })).status).toBe(200);
  expect(running.gateway.seen.map(({ headers }) => headers.cookie)).toEqual([own, own, undefined]);
});

test('A9 identity gets the device id from the header, and the device cookie from pages of a portal, for the routes that declare it', async () => {
  await using running = await start();
  const device = '__Host-device=an-id-of-a-browser';
  const withDevice = `${cookie}; ${device}`;
  const fromPortal = { cookie: withDevice, origin: portal };
  await running.send('POST', '/auth/challenges', fromPortal);
  await running.send('POST', '/auth/challenges', { cookie: device, origin: portal });
  await running.send('POST', '/auth/challenges', { cookie: device, origin: 'https://evil.example' });
  await running.send('POST', '/auth/refresh', fromPortal);
  expect(running.gateway.seen.map(({ headers }) => headers.cookie)).toEqual([
    `${own}; ${device}`,
    device,
    undefined,
    own,
  ]);
  await running.send('POST', '/auth/challenges', { 'x-device-id': 'an-id-of-an-app' });
  expect(running.gateway.seen.at(-1)?.headers).toMatchObject({ 'x-device-id': 'an-id-of-an-app' });
});

test('A9 an Authorization header wins over the cookie, even a bad one', async () => {
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
])('A9 a cookie that holds no session is none: %s', async (cookie) => {
  await using running = await start();
  expect((await running.send('GET', '/mine', { cookie })).status).toBe(401);
});
