import { once } from 'node:events';
import { request } from 'node:http';
import { internalSecretHeader } from '@trust/contracts/actor';
import { internalSecret } from '@trust/service-testing/gateway';
import { expect, test } from 'vitest';
import { startWebsite } from '../test/website.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const requestId = '0192f000-0000-7000-8000-00000000abcd';

test('an unknown address is a page for browsers, in their language, and a problem for programs', async () => {
  await using website = await startWebsite(() => {});
  const get = (headers: Record<string, string>, method = 'GET') => fetch(`${website.url}/nothing`, { method, headers });
  const page = await get({ ...browser, 'accept-language': 'fr' });
  expect([page.status, page.headers.get('content-language'), page.headers.get('cache-control')]).toEqual([
    404,
    'fr',
    'no-store',
  ]);
  expect(await page.text()).toContain('<h1>Cette page n’existe pas</h1>');
  const head = await get(browser, 'HEAD');
  expect([head.status, head.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await get(browser, 'POST')).headers.get('content-type')).toBe('text/html; charset=utf-8');
  const problem = await get({ accept: '*/*', 'x-request-id': requestId });
  expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  expect(await problem.json()).toMatchObject({ instance: '/nothing', requestId });
});

test('A7 refuses every page to others than the gateway, and answers health checks', async () => {
  await using website = await startWebsite(() => {});
  const get = (path: string) => fetch(website.url + path, { headers: { [internalSecretHeader]: 'guessed' } });
  for (const path of ['/', '/search', '/docs', '/assets/copy.js', '/nothing'])
    expect([path, (await get(path)).status]).toEqual([path, 401]);
  expect([(await get('/livez')).status, (await get('/readyz')).status]).toEqual([200, 200]);
});

test('asks the API as the reader: with the address, the id and the language, and no credential', async () => {
  const asked: Record<string, unknown>[] = [];
  await using website = await startWebsite(({ headers }, response) => {
    asked.push(headers);
    response.end(JSON.stringify({ items: [], nextCursor: null }));
  });
  const reader = { 'x-forwarded-for': '198.51.100.4', 'x-request-id': requestId, 'accept-language': 'fr' };
  const credentials = { authorization: 'Bearer x', cookie: '__Host-session=x' };
  await fetch(`${website.url}/search`, { headers: { ...browser, ...reader, ...credentials } });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ ...reader, [internalSecretHeader]: internalSecret, accept: 'application/json' });
  expect(asked[0]).not.toHaveProperty('authorization');
  expect(asked[0]).not.toHaveProperty('cookie');
});

test('while the API does not answer, pages that read it are 503, and the others work', async () => {
  await using website = await startWebsite((_request, response) => void response.destroy());
  const get = (path: string, headers = browser) => fetch(website.url + path, { headers });
  for (const path of ['/', '/search', '/p/volta', '/docs', '/events', '/problems']) {
    const page = await get(path);
    expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '1']);
    expect(await page.text()).toContain('<h1>Not available at the moment</h1>');
    expect((await get(path, { accept: '*/*' })).headers.get('content-type')).toBe('application/problem+json');
  }
  expect((await get('/verify')).status).toBe(200);
});

test('the documentation stays as it was read last while the API does not answer', async () => {
  let isAway = false;
  await using website = await startWebsite(({ headers }, response) => {
    if (isAway) return void response.destroy();
    if (headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
    response.setHeader('etag', '"1"').end(JSON.stringify({ info: { description: '' }, paths: {} }));
  });
  const get = async () => (await fetch(`${website.url}/`, { headers: browser })).status;
  expect([await get(), await get()]).toEqual([200, 200]);
  isAway = true;
  expect(await get()).toBe(200);
});

test('an API that answers something else is a page of 500, without its text', async () => {
  await using website = await startWebsite((_request, response) => void response.end('{"items":"secret"}'));
  const page = await fetch(`${website.url}/search`, { headers: browser });
  const text = await page.text();
  expect([page.status, text.includes('<h1>This page failed</h1>'), text.includes('secret')]).toEqual([
    500,
    true,
    false,
  ]);
});

test('L3 refuses pages when overloaded, and answers health checks', async () => {
  await using website = await startWebsite(() => {}, { admits: () => false });
  const page = await fetch(`${website.url}/verify`, { headers: browser });
  expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect((await fetch(`${website.url}/livez`)).status).toBe(200);
});

test('a target that is no URL is an unknown address', async () => {
  await using website = await startWebsite(() => {});
  const sent = request(website.url, { path: 'http://host:99999/nothing', headers: browser });
  const [response] = await once(sent.end(), 'response');
  expect(response.resume().statusCode).toBe(404);
});
