import type { RequestListener } from 'node:http';
import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '@trust/openapi/fragment';
import { expect, test } from 'vitest';
import { startGateway, token } from '../../test/gateway.ts';
import { routesOf } from '../contract/routing.ts';

const cached = { responses: { 200: {}, 304: {} } };
const operations = {
  'GET /public/things': { 'x-public-read': true, ...cached },
  'GET /location/places/suggest': { 'x-public-read': true },
  'GET /public/things/{id}/claims': { 'x-public-read': true, ...cached },
  'POST /public/claims/verify': { 'x-public-read': true },
  'GET /.well-known/jwks.json': { ...cached },
  'POST /auth/challenges': {},
};
const publicResponse: RequestListener = (request, response) => {
  response.setHeader('cache-control', 'public, max-age=0, must-revalidate').setHeader('etag', '"tag"');
  request.resume().on('end', () => response.end('{}'));
};

const reads = ['/api/v1/public/things', '/api/v1/location/places/suggest', '/api/v1/public/things/1/claims'];
const pages = ['/', '/docs', '/p/volta', '/verify', '/assets/verify.js', '/nothing', '/api/v1/openapi.json'];
const alwaysPublic = ['/.well-known/jwks.json'];

test.each(['anonymous', 'session'] as const)(
  'PUBLIC_READS=%s sets whether reads need a session and which caches may store them',
  async (publicReads) => {
    await using gateway = await startGateway(operations, publicResponse, { publicReads });
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(gateway.url + path, { headers });
      return [path, response.status, response.headers.get('cache-control')?.split(',')[0]];
    };
    const authorization = `Bearer ${token}`;
    const [anonymousStatus, scope] = publicReads === 'session' ? [401, 'private'] : [200, 'public'];
    for (const path of [...reads, ...pages]) {
      expect((await get(path)).slice(0, 2)).toEqual([path, anonymousStatus]);
      expect(await get(path, { authorization })).toEqual([path, 200, scope]);
    }
    for (const path of alwaysPublic) expect(await get(path)).toEqual([path, 200, 'public']);
    const verified = await fetch(`${gateway.url}/api/v1/public/claims/verify`, { method: 'POST' });
    expect(verified.status).toBe(anonymousStatus);
    const signIn = await fetch(`${gateway.url}/api/v1/auth/challenges`, { method: 'POST' });
    expect(signIn.status).toBe(200);
    expect((await get('/livez')).slice(0, 2)).toEqual(['/livez', 200]);
    gateway.revoke();
    gateway.advanceClock(1001);
    for (const path of reads) expect((await get(path, { authorization }))[1]).toBe(anonymousStatus);
  },
);

test('A9 PUBLIC_READS=session accepts the session cookie for reads', async () => {
  await using gateway = await startGateway(operations, publicResponse, { publicReads: 'session' });
  const get = async (path: string, cookie: string) => (await fetch(gateway.url + path, { headers: { cookie } })).status;
  for (const path of [...reads, ...pages]) {
    expect(await get(path, `__Host-session=${token}.refresh`)).toBe(200);
    expect(await get(path, 'another=cookie')).toBe(401);
  }
});

test('PUBLIC_READS=session leaves only channels, texts, keys, trust policy and a webhook handshake public', () => {
  const routes = routesOf(committed as unknown as OpenApiDocument, 'session');
  const open = Object.entries(committed.paths)
    .filter(([path, item]) => 'get' in item && routes.find('GET', path).operation?.requiresSession === false)
    .map(([path]) => path);
  for (const path of ['/api/v1/public/claims/verify', '/api/v1/public/claims/verify-batch'])
    expect(routes.find('POST', path).operation?.requiresSession).toBe(true);
  expect(open.sort()).toEqual([
    '/.well-known/jwks.json',
    '/api/v1/auth/channels',
    '/api/v1/catalog/texts',
    '/api/v1/public/trust-policy',
    '/api/v1/webhooks/whatsapp',
  ]);
});
