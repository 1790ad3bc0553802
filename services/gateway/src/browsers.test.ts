import { expect, test } from 'vitest';
import { startGateway } from '../test/gateway.ts';

const portal = 'https://portal.trust.test';

test('pages of a portal may call, send what they need and read what they need; other pages may not', async () => {
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
  const asked = await preflight(portal);
  expect(asked.status).toBe(204);
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'access-control-allow-origin': portal,
    'access-control-allow-credentials': 'true',
    'access-control-max-age': '7200',
  });
  expect(asked.headers.get('access-control-allow-methods')).toMatch(/PUT/);
  expect(asked.headers.get('access-control-allow-headers')).toMatch(/If-Match/);
  for (const origin of ['https://evil.test', `${portal}.evil.test`, 'null'])
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
  expect(gateway.seen).toEqual([]);

  const put = () => fetch(url, { method: 'PUT', headers: { origin: portal } });
  const done = await put();
  expect(done.headers.get('access-control-allow-origin')).toBe(portal);
  expect(done.headers.get('vary')).toMatch(/Origin/);
  for (const name of ['ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'Idempotency-Replayed'])
    expect(done.headers.get('access-control-expose-headers')).toContain(name);
  // A refusal too has to be readable, or the page could not tell when to come back.
  await put();
  const refused = await put();
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, portal]);
});
