import { sharedHeaders } from '@trust/openapi/shared-components';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';

const portal = 'https://portal.trust.test';

test('allows portal origins to send credentials and to read the response headers; allows no other origin', async () => {
  await using gateway = await startGateway({ 'PUT /things': {} }, (_request, response) => void response.end('{}'), {
    portals: [portal],
    requestsPerMinute: 2,
  });
  const url = `${gateway.url}/api/v1/things`;
  const preflight = (origin: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'if-match' },
    });
  const allowed = await preflight(portal);
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': portal,
    'access-control-allow-credentials': 'true',
    'access-control-max-age': '7200',
  });
  expect(allowed.headers.get('access-control-allow-methods')).toMatch(/PUT/);
  expect(allowed.headers.get('access-control-allow-headers')).toMatch(/If-Match/);
  for (const origin of ['https://evil.test', `${portal}.evil.test`, 'null'])
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
  expect(gateway.seen).toEqual([]);

  const put = () => fetch(url, { method: 'PUT', headers: { origin: portal } });
  const accepted = await put();
  expect(accepted.headers.get('access-control-allow-origin')).toBe(portal);
  expect(accepted.headers.get('vary')).toMatch(/Origin/);
  const exposed = accepted.headers.get('access-control-expose-headers')?.split(',');
  expect(exposed?.sort()).toEqual([...Object.keys(sharedHeaders), 'Content-Language'].sort());
  // Pages must be able to read Retry-After of a 429.
  await put();
  const refused = await put();
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, portal]);
});

const open = {
  'GET /public/things': { 'x-public-read': true },
  'GET /.well-known/jwks.json': { responses: { 200: {}, 304: {} } },
};
const verification = { 'POST /public/claims/verify': { 'x-public-read': true } };
const closed = {
  'GET /mine': { 'x-access': 'session' },
  'GET /dev/mailbox': {},
  'POST /public/things': {},
};
const pathOf = (operation: string) => {
  const [, path = ''] = operation.split(' ');
  return /^\/(dev|\.well-known)\//.test(path) ? path : `/api/v1${path}`;
};

test('allows any origin to read public operations without credentials, and nothing else', async () => {
  await using gateway = await startGateway(
    { ...open, ...verification, ...closed },
    (_request, response) => void response.end('{}'),
    {
      portals: [portal],
    },
  );
  const allowOriginOf = async (path: string, method: string, origin: string, preflight: boolean) => {
    const headers = { origin, ...(preflight && { 'access-control-request-method': method }) };
    const response = await fetch(gateway.url + path, { method: preflight ? 'OPTIONS' : method, headers });
    const [allowed, credentials] = ['origin', 'credentials'].map((name) =>
      response.headers.get(`access-control-allow-${name}`),
    );
    expect(response.headers.get('vary')).toMatch(/Origin/);
    return [path, method, allowed, credentials];
  };
  for (const preflight of [false, true]) {
    for (const operation of Object.keys(open))
      for (const method of ['GET', 'HEAD']) {
        const path = pathOf(operation);
        expect(await allowOriginOf(path, method, 'https://other.test', preflight)).toEqual([path, method, '*', null]);
        expect(await allowOriginOf(path, method, portal, preflight)).toEqual([path, method, portal, 'true']);
      }
    const path = '/api/v1/public/claims/verify';
    expect(await allowOriginOf(path, 'POST', 'https://other.test', preflight)).toEqual([path, 'POST', '*', null]);
    for (const operation of Object.keys(closed)) {
      const [method = '', path] = [operation.split(' ')[0], pathOf(operation)];
      const [, , allowed] = await allowOriginOf(path, method, 'https://other.test', preflight);
      expect([path, allowed]).toEqual([path, null]);
    }
  }
});
