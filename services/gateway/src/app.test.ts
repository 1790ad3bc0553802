import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { expect, test, vi } from 'vitest';
import { assertion, startGateway, token } from '../test/gateway.ts';

const ok: RequestListener = (_request, response) => void response.end('{}');
const authorization = `Bearer ${token}`;

test('returns 404 for paths that the contract does not list, internal ones included', async () => {
  await using gateway = await startGateway({ 'GET /things': {} }, ok);
  for (const path of ['/api/v1/other', '/api', '/.well-known/other', '/api/v1/things/']) {
    const response = await fetch(gateway.url + path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  }
  for (const path of ['/internal/jwks.json', '/things']) await fetch(gateway.url + path);
  expect([gateway.seen.length, gateway.pages.map(({ url }) => url)]).toEqual([0, ['/internal/jwks.json', '/things']]);
});

test('returns 503 for an unknown path until every service has responded, because one of them may have it', async () => {
  await using gateway = await startGateway({ 'GET /things': {} }, ok, { isDevelopment: true });
  gateway.setComplete(false);
  const response = await fetch(`${gateway.url}/dev/mailbox`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  gateway.setComplete(true);
  expect((await fetch(`${gateway.url}/api/v1/other`)).status).toBe(404);
});

test.each(['GET', 'POST', 'HEAD', 'OPTIONS'])(
  'A7 %s of a development route is 404 in production, even if a service lists it',
  async (method) => {
    const routes = { 'GET /dev/mailbox': {}, 'POST /dev/mailbox': {} };
    await using production = await startGateway(routes, ok);
    const refused = await fetch(`${production.url}/dev/mailbox`, { method });
    expect([refused.status, production.seen.length, production.pages.length]).toEqual([404, 0, 0]);
    await using development = await startGateway(routes, ok, { isDevelopment: true });
    if (method !== 'OPTIONS') expect((await fetch(`${development.url}/dev/mailbox`, { method })).status).toBe(200);
  },
);

test('prefers a fixed path to one with a parameter', async () => {
  await using gateway = await startGateway(
    { 'GET /public/{id}': { 'x-access': 'session' }, 'GET /public/search': {} },
    ok,
  );
  expect((await fetch(`${gateway.url}/api/v1/public/search`)).status).toBe(200);
  expect((await fetch(`${gateway.url}/api/v1/public/123`)).status).toBe(401);
});

test('A7 does not forward actor, internal or forwarding headers of a client', async () => {
  await using gateway = await startGateway({ 'GET /things': {}, 'GET /mine': { 'x-access': 'session' } }, ok);
  const forged = {
    'x-actor-assertion': 'forged',
    'x-actor-id': 'me',
    'x-internal-key': 'k',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'evil',
  };
  await fetch(`${gateway.url}/api/v1/things`, { headers: forged });
  await fetch(`${gateway.url}/api/v1/mine`, { headers: { ...forged, authorization } });
  const [open, mine] = gateway.seen.map(({ headers }) => headers);
  expect(open).not.toHaveProperty('x-actor-assertion');
  for (const headers of [open, mine]) {
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
    for (const name of ['x-actor-id', 'x-internal-key', 'x-forwarded-host', 'authorization'])
      expect(headers).not.toHaveProperty(name);
  }
  expect(mine).toMatchObject({ 'x-actor-assertion': assertion });
});

test('A7 forwards the secret of a webhook without looking up a session, and drops it on other routes', async () => {
  const webhook = { 'x-access': 'webhook', 'x-max-body-bytes': 10 };
  await using gateway = await startGateway({ 'POST /webhooks/storage': webhook, 'POST /things': {} }, ok);
  const send = (path: string, body: string) =>
    fetch(`${gateway.url}/api/v1${path}`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer of-the-store-0123456' },
    });
  expect((await send('/webhooks/storage', '0123456789')).status).toBe(200);
  expect((await send('/webhooks/storage', '0123456789a')).status).toBe(413);
  expect((await send('/things', '')).status).toBe(200);
  expect(gateway.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer of-the-store-0123456', undefined]);
  expect(gateway.lookUps()).toBe(0);
});

test('returns 401 without a valid session, and 503 when identity does not respond', async () => {
  await using gateway = await startGateway({ 'GET /mine': { 'x-access': 'session' } }, ok);
  const get = (headers: Record<string, string> = {}) => fetch(`${gateway.url}/api/v1/mine`, { headers });
  expect((await get()).status).toBe(401);
  expect((await get({ authorization: 'Basic abc' })).headers.get('www-authenticate')).toBe('Bearer');
  gateway.revoke();
  const refused = await get({ authorization });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  await gateway.identity.close();
  const unavailable = await get({ authorization });
  expect(unavailable.status).toBe(503);
  expect(unavailable.headers.get('retry-after')).toBe('1');
  expect(gateway.seen).toEqual([]);
});

test('A4 caches a session for a second at most, and drops it on a revocation event', async () => {
  await using gateway = await startGateway({ 'GET /mine': { 'x-access': 'session' } }, ok);
  const get = async () => (await fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization } })).status;
  expect([await get(), await get(), gateway.lookUps()]).toEqual([200, 200, 1]);
  gateway.revoke();
  expect(await get()).toBe(200);
  gateway.sessions.invalidate(sessionRevoked.type, { sessionId: 's' });
  expect(await get()).toBe(401);
  gateway.advanceClock(1001);
  expect([await get(), gateway.lookUps()]).toEqual([401, 3]);
});

test('returns 503 when the service is down or closes the connection', async () => {
  await using gateway = await startGateway({ 'GET /things': {} }, (request) => void request.socket.destroy());
  const broken = await fetch(`${gateway.url}/api/v1/things`);
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '1']);
  await gateway.service.close();
  expect((await fetch(`${gateway.url}/api/v1/things`)).status).toBe(503);
});

test('streams request and response bodies unchanged', async () => {
  const bytes = Buffer.alloc(3 * 1024 * 1024, 'evidence');
  await using gateway = await startGateway(
    { 'PUT /parts': { 'x-max-body-bytes': bytes.length } },
    (request, response) => {
      response.setHeader('etag', '"part"').setHeader('content-type', 'application/octet-stream');
      request.pipe(response);
    },
  );
  const response = await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body: bytes });
  const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
  expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(bytes));
  expect(response.headers.get('etag')).toBe('"part"');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('returns a response that the service sends before it has read the body, and 503 when it is down', async () => {
  const body = Buffer.alloc(5 * 1024 * 1024);
  await using gateway = await startGateway(
    { 'PUT /parts': { 'x-max-body-bytes': body.length } },
    (_request, response) => {
      response.statusCode = 404;
      response.end();
    },
  );
  const put = async () => (await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body })).status;
  for (let round = 0; round < 20; round++) expect(await put()).toBe(404);
  await gateway.service.close();
  for (let round = 0; round < 5; round++) expect(await put()).toBe(503);
});

test('I3 returns 413 for a body over the limit, with or without Content-Length', async () => {
  await using gateway = await startGateway({ 'POST /things': {} }, (request, response) =>
    request.resume().on('end', () => response.end()),
  );
  const post = (body: NonNullable<RequestInit['body']>) =>
    fetch(`${gateway.url}/api/v1/things`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect((await post(Buffer.alloc(102_401))).status).toBe(413);
  const chunks = Readable.toWeb(
    Readable.from(Array.from({ length: 11 }, () => Buffer.alloc(10_000))),
  ) as unknown as NonNullable<RequestInit['body']>;
  expect((await post(chunks)).status).toBe(413);
  expect((await post(Buffer.alloc(102_400))).status).toBe(200);
});

test('keeps a valid request id and replaces an invalid one', async () => {
  await using gateway = await startGateway({ 'GET /things': {} }, ok);
  const id = '0192f000-0000-7000-8000-00000000abcd';
  const kept = await fetch(`${gateway.url}/api/v1/things`, { headers: { 'x-request-id': id } });
  expect([kept.headers.get('x-request-id'), gateway.seen[0]?.headers['x-request-id']]).toEqual([id, id]);
  const replaced = await fetch(`${gateway.url}/api/v1/things`, { headers: { 'x-request-id': 'mine' } });
  expect(replaced.headers.get('x-request-id')).toBe(gateway.seen[1]?.headers['x-request-id']);
  expect(replaced.headers.get('x-request-id')).not.toBe('mine');
});

test('L1 takes the client address from the connection, or from X-Forwarded-For of a trusted proxy', async () => {
  const forwarded = async (trustedProxies: string[], header: string) => {
    await using gateway = await startGateway({ 'GET /things': {} }, ok, { trustedProxies });
    await fetch(`${gateway.url}/api/v1/things`, { headers: { 'x-forwarded-for': header } });
    return gateway.seen[0]?.headers['x-forwarded-for'];
  };
  expect(await forwarded([], '203.0.113.7')).toBe('127.0.0.1');
  expect(await forwarded(['10.0.0.0/8'], '203.0.113.7')).toBe('127.0.0.1');
  expect(await forwarded(['127.0.0.1'], '203.0.113.7')).toBe('203.0.113.7');
  // Only the load balancer's address is genuine; the client can forge those before it.
  expect(await forwarded(['127.0.0.1', '10.0.0.0/8'], '198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7');
});

test('L1 returns 429 with rate limit headers for a flood from one address, ignoring X-Forwarded-For', async () => {
  await using gateway = await startGateway({ 'GET /things': {} }, ok, { requestsPerMinute: 10 });
  const get = (index: number) =>
    fetch(`${gateway.url}/api/v1/things`, { headers: { 'x-forwarded-for': `203.0.113.${index}` } });
  const responses = await Promise.all(Array.from({ length: 30 }, (_, index) => get(index)));
  const refused = responses.filter(({ status }) => status === 429);
  expect([gateway.seen.length, refused.length]).toEqual([10, 20]);
  const { headers } = refused[0] as Response;
  expect(headers.get('ratelimit-policy')).toBe('"address";q=10;w=60');
  expect(headers.get('ratelimit')).toBe(`"address";r=0;t=${headers.get('retry-after')}`);
});

test('L3 returns 503 for requests over maxInFlight, before the session lookup', async () => {
  const pending: (() => void)[] = [];
  await using gateway = await startGateway(
    { 'GET /mine': { 'x-access': 'session' } },
    (_request, response) => void pending.push(() => response.end('{}')),
    { maxInFlight: 4 },
  );
  const get = () => fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization } });
  const accepted = Array.from({ length: 4 }, get);
  await vi.waitFor(() => expect(pending).toHaveLength(4), 20_000);
  const before = gateway.lookUps();
  gateway.advanceClock(1001);
  for (const refused of await Promise.all(Array.from({ length: 20 }, get))) {
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([pending.length, gateway.lookUps()]).toEqual([4, before]);
  for (const release of pending) release();
  for (const response of accepted) expect((await response).status).toBe(200);
  const next = get();
  await vi.waitFor(() => expect(pending).toHaveLength(5), 20_000);
  pending.at(-1)?.();
  expect((await next).status).toBe(200);
});

test('L3 returns 503 before any work when overloaded, except for health checks', async () => {
  let isOverloaded = true;
  await using gateway = await startGateway({ 'GET /mine': { 'x-access': 'session' } }, ok, {
    load: { isOverloaded: () => isOverloaded },
  });
  const get = () => fetch(`${gateway.url}/api/v1/mine`, { headers: { authorization } });
  const refused = await get();
  expect([refused.status, gateway.lookUps(), gateway.seen.length]).toEqual([503, 0, 0]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
  isOverloaded = false;
  expect((await get()).status).toBe(200);
});

test('L3 sheds public requests first: webhooks and privileged operations pass, up to the reserve', async () => {
  const pending: (() => void)[] = [];
  let isOverloaded = false;
  await using gateway = await startGateway(
    {
      'GET /things': {},
      'POST /hooks': { 'x-access': 'webhook' },
      'POST /payouts': { 'x-access': 'session', 'x-step-up': 300 },
    },
    (_request, response) => void pending.push(() => response.end('{}')),
    { maxInFlight: 16, load: { isOverloaded: () => isOverloaded } },
  );
  const get = () => fetch(`${gateway.url}/api/v1/things`);
  const post = (path: string) =>
    fetch(`${gateway.url}/api/v1${path}`, { method: 'POST', headers: { authorization }, body: '{}' });
  const accepted = Array.from({ length: 16 }, get);
  await vi.waitFor(() => expect(pending).toHaveLength(16), 20_000);
  expect((await get()).status).toBe(503);
  accepted.push(post('/hooks'));
  await vi.waitFor(() => expect(pending).toHaveLength(17), 20_000);
  isOverloaded = true;
  accepted.push(post('/hooks'), post('/payouts'));
  await vi.waitFor(() => expect(pending).toHaveLength(19), 20_000);
  expect([(await get()).status, (await post('/hooks')).status]).toEqual([503, 503]);
  for (const release of pending) release();
  for (const response of accepted) expect((await response).status).toBe(200);
});

test('problems are in the caller’s language', async () => {
  await using gateway = await startGateway(
    { 'GET /things': {}, 'POST /mine': { 'x-access': 'session' }, 'PUT /.well-known/thing': {} },
    ok,
  );
  const title = async (path: string, init: RequestInit = {}) => {
    const headers = { 'accept-language': 'fr-BE, en;q=0.5', ...init.headers };
    const response = await fetch(gateway.url + path, { ...init, headers });
    expect(response.headers.get('content-language')).toBe('fr');
    return ((await response.json()) as { title: string }).title;
  };
  expect(await title('/api/v1/nowhere')).toBe('Introuvable');
  expect(await title('/api/v1/mine', { method: 'POST' })).toBe('Authentification requise');
  const body = Buffer.alloc(200_000);
  expect(await title('/api/v1/things', { method: 'PUT', body })).toBe('Méthode non autorisée');
  expect(await title('/.well-known/thing', { method: 'PUT', body })).toBe('Contenu trop volumineux');
});
