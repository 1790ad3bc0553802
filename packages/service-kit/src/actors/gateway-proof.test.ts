import { internalSecretHeader } from '@trust/contracts/actor';
import { gatewayProof } from '@trust/service-testing/gateway';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from '../http/route.ts';

const routes = {
  getThing: routeFor<SampleApp>()(
    {
      ...{ method: 'get', path: '/things', summary: 'Counts by address', access: 'public', limit: 'public-search' },
      responds: { status: 200, body: z.object({ ip: z.string() }).meta({ id: 'Seen' }) },
    },
    async ({ request }) => ({ ip: request.ip }),
  ),
};

test('A7 a service responds only to the gateway, except for its health', async () => {
  await using service = await startSample(routes);
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(service.url + path, { headers })).status;
  for (const path of ['/api/v1/things', '/openapi.json', '/nowhere', '/internal/anything']) {
    expect([path, await get(path)]).toEqual([path, 401]);
    expect([path, await get(path, { [internalSecretHeader]: 'x' })]).toEqual([path, 401]);
  }
  for (const path of ['/livez', '/readyz']) expect([path, await get(path)]).toEqual([path, 200]);
  for (const path of ['/api/v1/things', '/openapi.json'])
    expect([path, await get(path, gatewayProof)]).toEqual([path, 200]);
});

test('A7 X-Forwarded-For without the secret does not evade a limit', async () => {
  await using service = await startSample(routes, { limits: { 'public-search': 2 } });
  const ask = async (ip: string, proof: Record<string, string>) => {
    const answer = await fetch(`${service.url}/api/v1/things`, { headers: { ...proof, 'x-forwarded-for': ip } });
    return [answer.status, await answer.json()];
  };
  for (let last = 1; last <= 5; last++) expect(await ask(`203.0.113.${last}`, {})).toEqual([401, {}]);
  expect(await ask('203.0.113.9', gatewayProof)).toEqual([200, { ip: '203.0.113.9' }]);
});

test('returns 304 for a contract that the gateway already has', async () => {
  await using service = await startSample(routes);
  const get = (headers: Record<string, string>) =>
    fetch(`${service.url}/openapi.json`, { headers: { ...gatewayProof, ...headers } });
  const first = await get({});
  expect([first.status, await first.json()]).toMatchObject([200, { openapi: '3.1.0' }]);
  const tag = first.headers.get('etag') ?? '';
  expect((await get({ 'If-None-Match': tag })).status).toBe(304);
  expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
});
