import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startGateway, token } from '../../test/gateway.ts';

const ok: RequestListener = (_request, response) => void response.end('{}');
const backup = '2026-11-22T13:05:00.000Z';

test('F9 refuses the API and pages, not health, until no service has an unfinished restore', async () => {
  await using gateway = await startGateway({ 'GET /things': {}, 'GET /mine': { 'x-access': 'session' } }, ok);
  const ask = (path: string, accept = 'application/json') =>
    fetch(gateway.url + path, { headers: { accept, authorization: `Bearer ${token}` } });
  gateway.restore.note('provider', backup);
  gateway.restore.note('identity', backup);
  gateway.restore.note('identity', undefined);
  for (const path of ['/api/v1/things', '/api/v1/mine', '/api/v1/openapi.json', '/']) {
    const response = await ask(path);
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '60']);
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(/restore is being finished/) });
  }
  const page = await ask('/', 'text/html');
  expect([page.status, await page.text()]).toEqual([503, expect.stringMatching(/restore is being finished/)]);
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  expect([gateway.seen.length, gateway.pages.length, gateway.lookUps()]).toEqual([0, 0, 0]);

  gateway.restore.note('provider', undefined);
  expect([(await ask('/api/v1/things')).status, (await ask('/')).status]).toEqual([200, 200]);
});
