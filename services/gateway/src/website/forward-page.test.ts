import { once } from 'node:events';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { internalSecretHeader } from '@trust/contracts/actor';
import { internalSecret } from '@trust/service-testing/gateway';
import { expect, test } from 'vitest';
import { startGateway, token } from '../../test/gateway.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const asWebsite = { [internalSecretHeader]: internalSecret };
const operations = { 'GET /things': { 'x-public-read': true }, 'GET /dev/mailbox': { 'x-service': 'webhooks' } };
const json = (_request: unknown, response: { end(text: string): void }) => response.end('{"items":[]}');

test('every address outside the API is the website’s, with its query, method and form', async () => {
  await using gateway = await startGateway(operations, json, { isDevelopment: true });
  const get = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init);
  for (const path of ['/', '/p/volta?lang=fr', '/a-page-of-tomorrow', '/apis', '/.well-known-not', '/dev/traces'])
    expect(await (await get(path)).text()).toBe('<h1>A page</h1>');
  await get('/verify', { method: 'HEAD' });
  await get('/verify', { method: 'POST', body: new URLSearchParams({ claim: 'x' }) });
  expect(gateway.pages.slice(1).map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /p/volta?lang=fr',
    'GET /a-page-of-tomorrow',
    'GET /apis',
    'GET /.well-known-not',
    'GET /dev/traces',
    'HEAD /verify',
    'POST /verify',
  ]);
  expect(gateway.seen).toEqual([]);
  expect((await get('/verify', { method: 'POST', body: 'x'.repeat(102_401) })).status).toBe(413);
});

test('A7 the website gets the reader’s address and language, and no credential', async () => {
  await using gateway = await startGateway(operations, json);
  const credentials = { authorization: `Bearer ${token}`, cookie: `__Host-session=${token}.refresh` };
  const forged = { 'x-forwarded-for': '1.2.3.4', [internalSecretHeader]: 'guessed' };
  await fetch(`${gateway.url}/search`, { headers: { ...credentials, ...forged, 'accept-language': 'fr' } });
  const [{ headers } = { headers: {} }] = gateway.pages;
  expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'accept-language': 'fr', ...asWebsite });
  expect(headers).not.toHaveProperty('authorization');
  expect(headers).not.toHaveProperty('cookie');
});

test('a page is compressed, and has its own policy beside the headers of the edge', async () => {
  const page = 'A page. '.repeat(1000);
  const policy = "default-src 'none'; style-src 'sha256-x'";
  await using gateway = await startGateway(operations, json, {
    respondPage: (_request, response) => {
      response.setHeader('content-type', 'text/html').setHeader('cache-control', 'public, max-age=0');
      response.setHeader('content-security-policy', policy).setHeader('etag', '"tag"').end(page);
    },
  });
  const sent = request(`${gateway.url}/search`, { headers: { 'accept-encoding': 'gzip' } });
  const [response] = await once(sent.end(), 'response');
  const chunks: Buffer[] = await response.toArray();
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(page);
  expect(response.headers).toMatchObject({
    'content-security-policy': policy,
    'content-encoding': 'gzip',
    etag: 'W/"tag"',
    'x-content-type-options': 'nosniff',
  });
});

test('a development address with an operation is a page for browsers and JSON for programs', async () => {
  await using gateway = await startGateway(operations, json, { isDevelopment: true });
  const get = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${gateway.url}/dev/mailbox?to=x`, { headers, method });
  expect(await (await get(browser)).text()).toBe('<h1>A page</h1>');
  expect((await get(browser, 'HEAD')).status).toBe(200);
  for (const accept of ['application/json', '*/*']) {
    const program = await get({ accept });
    expect(await program.json()).toEqual({ items: [] });
    expect(program.headers.get('vary')).toContain('Accept');
  }
  expect([gateway.pages.length, gateway.seen.length]).toEqual([2, 2]);
  expect((await get(browser, 'DELETE')).status).toBe(405);
});

test('while the website is away the API answers, browsers get a page of 503 and programs the problem', async () => {
  await using gateway = await startGateway(operations, json);
  await gateway.website.close();
  const get = (headers: Record<string, string>) => fetch(`${gateway.url}/p/volta`, { headers });
  for (const [language, title] of [
    ['en', 'Not available at the moment'],
    ['fr', 'Indisponible pour le moment'],
  ] as const) {
    const page = await get({ ...browser, 'accept-language': language });
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
      503,
      '1',
      'no-store',
    ]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(await page.text()).toContain(`<html lang="${language}">`);
    expect(await (await get({ ...browser, 'accept-language': language })).text()).toContain(`<h1>${title}</h1>`);
  }
  expect((await get({ accept: '*/*' })).headers.get('content-type')).toBe('application/problem+json');
  expect((await fetch(`${gateway.url}/api/v1/things`)).status).toBe(200);
});

test('a website that is slow is 503 at the deadline', async () => {
  await using gateway = await startGateway(operations, json, { deadline: 200, respondPage: () => {} });
  const page = await fetch(`${gateway.url}/search`, { headers: browser });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
});

test('what the edge refuses is a page for browsers: an unknown route, a flood, a page without a session', async () => {
  await using gateway = await startGateway(operations, json, { requestsPerMinute: 2 });
  const get = (path: string) => fetch(gateway.url + path, { headers: browser });
  const unknown = await get('/api/v1/nothing');
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('<h1>No such page</h1>')]);
  await get('/');
  const flood = await get('/');
  expect([flood.status, Number(flood.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await flood.text()).toContain('<h1>Too many requests</h1>');
  await using closed = await startGateway(operations, json, { publicReads: 'session' });
  const page = await fetch(`${closed.url}/search`, { headers: browser });
  expect([page.status, await page.text()]).toEqual([401, expect.stringContaining('<h1>Sign-in required</h1>')]);
  expect(closed.pages).toEqual([]);
});

test('reads by the website for a page have the reader’s address, count with the page and need no session', async () => {
  await using gateway = await startGateway(operations, json, { publicReads: 'session', requestsPerMinute: 1 });
  const reader = { 'x-forwarded-for': '203.0.113.7', host: 'gateway:8080' };
  const read = async (path: string, headers: Record<string, string>) => {
    const sent = request(gateway.url + path, { headers });
    const [response] = await once(sent.end(), 'response');
    response.resume();
    return response.statusCode;
  };
  for (let count = 0; count < 3; count++) expect(await read('/api/v1/things', { ...reader, ...asWebsite })).toBe(200);
  expect(gateway.seen.map(({ headers }) => headers['x-forwarded-for'])).toEqual(Array(3).fill('203.0.113.7'));
  expect(await read('/api/v1/openapi.json', { ...reader, ...asWebsite })).toBe(200);
  expect(await read('/api/v1/things', { ...reader, [internalSecretHeader]: 'guessed' })).toBe(421);
  expect(await read('/api/v1/things', { [internalSecretHeader]: 'guessed' })).toBe(401);
});

test('A7 the website cannot ask for what needs a session, nor for a page', async () => {
  const mine = { 'GET /mine': { 'x-access': 'session' } };
  await using gateway = await startGateway({ ...operations, ...mine }, json);
  const get = (path: string) => fetch(gateway.url + path, { headers: asWebsite });
  expect((await get('/api/v1/mine')).status).toBe(401);
  expect((await get('/search')).status).toBe(404);
  expect([gateway.seen.length, gateway.pages.length]).toEqual([0, 0]);
});
