import { PageQuery } from '@trust/contracts/page';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const routes = {
  listThings: route(
    {
      method: 'get',
      path: '/things',
      summary: 'Pages',
      access: 'public',
      query: PageQuery,
      responds: { status: 200, body: z.object({ limit: z.number() }) },
    },
    async ({ query: { limit } }) => ({ limit }),
  ),
  deleteThing: route(
    { method: 'delete', path: '/thing', summary: 'No query', access: 'public', responds: { status: 204 } },
    async () => undefined,
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes);
});
afterAll(() => service[Symbol.asyncDispose]());

test.each([
  ['1', 1],
  ['100', 100],
  ['007', 7],
])('I1 parses limit=%s as %i', async (text, limit) => {
  expect(await service.get(`/things?limit=${text}`)).toMatchObject({ status: 200, body: { limit } });
});

test.each([
  ['0x10', 'invalid_format'],
  ['1e2', 'invalid_format'],
  ['%201', 'invalid_format'],
  ['1%20', 'invalid_format'],
  ['+1', 'invalid_format'],
  ['-1', 'invalid_format'],
  ['1.0', 'invalid_format'],
  ['', 'invalid_format'],
  ['%D9%A1', 'invalid_format'],
  ['1%0A', 'invalid_format'],
  ['true', 'invalid_format'],
  ['0', 'too_small'],
  ['101', 'too_big'],
  ['9007199254740993', 'too_big'],
  ['9'.repeat(400), 'invalid_type'],
])('I1 rejects limit=%.40s with 400', async (text, code) => {
  expect(await service.get(`/things?limit=${text}`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'limit', code }] },
  });
});

test.each(['?x=1', '?x', '?=1', '?__proto__=1', '?constructor=1', '?cursor=a'])(
  'I1 a route without a declared query rejects %s',
  async (query) => {
    expect(await service.delete(`/thing${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'unknown_field' }] },
    });
  },
);

test('I1 accepts an empty query', async () => {
  expect((await service.delete('/thing?')).status).toBe(204);
});

test.each(['?cursor=%ff', '?cursor=%', '?cursor=100%', '?cursor=%ed%a0%80', '?%ff=1'])(
  'I1 rejects a query that is not percent-encoded UTF-8: %s',
  async (query) => {
    expect(await service.get(`/things${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'query', code: 'malformed' }] },
    });
  },
);

test('returns a message in the response language and bounds for each of several errors', async () => {
  const { body } = await service.get('/things?limit=0&x=1', { headers: { 'accept-language': 'fr' } });
  expect(body.errors).toEqual([
    { field: 'limit', code: 'too_small', minimum: 1, message: 'Valeur minimale\u00a0: 1.' },
    { field: 'x', code: 'unknown_field', message: expect.stringMatching(/^Champ inconnu/) },
  ]);
});
