import { Readable } from 'node:stream';
import { operator, person, representative } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { invalid, notFound, Problem } from '../problems/problem.ts';
import { RawReply, reply } from './reply.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const Thing = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Thing' });
const anyId = '01920000-0000-7000-8000-000000000000';

const routes = {
  getThing: route(
    {
      method: 'get',
      path: '/things/{id}',
      summary: 'Leaks, if it could',
      access: 'public',
      cache: 'public',
      params: z.object({ id: z.string() }),
      responds: { status: 200, body: Thing },
    },
    async ({ params }) => ({ id: params.id, name: params.id === 'unfit' ? 7 : 'n' }) as z.input<typeof Thing>,
  ),
  putThing: route(
    {
      method: 'put',
      path: '/things/{id}',
      summary: 'Edits',
      access: 'operations.providers.manage',
      ifMatch: true,
      limit: 'profile-mutation',
      params: z.object({ id: z.string() }),
      body: z.strictObject({ name: z.string().max(10), nested: z.strictObject({ at: z.iso.datetime() }).optional() }),
      responds: { status: 200, body: Thing },
    },
    async ({ params, body, ifMatch }) => {
      if (ifMatch && !ifMatch.includes(7))
        throw new Problem('edit-conflict', undefined, {
          current: { id: params.id, name: 'now', secret: 'canary' },
          headers: { ETag: '"r7"' },
        });
      return reply({ id: params.id, name: body.name }, { revision: 8 });
    },
  ),
  getMine: route(
    {
      method: 'get',
      path: '/me/things',
      summary: 'Of the workspace',
      access: 'provider.evidence.manage',
      scope: 'workspace',
      responds: { status: 200, body: Thing },
    },
    async ({ providerId }) => ({ id: providerId, name: 'mine' }),
  ),
  getTheirs: route(
    {
      method: 'get',
      path: '/providers/{providerId}/things',
      summary: 'Of one provider',
      access: 'provider.profile.manage',
      scope: 'provider',
      params: z.object({ providerId: z.uuid() }),
      responds: { status: 200, body: Thing },
    },
    async ({ providerId }) => ({ id: providerId, name: 'theirs' }),
  ),
  getLanguage: route(
    {
      method: 'get',
      path: '/language',
      summary: 'Tells the language',
      access: 'public',
      responds: { status: 200, body: z.object({ language: z.string() }) },
    },
    async ({ request }) => ({ language: request.language }),
  ),
  getBytes: route(
    {
      method: 'get',
      path: '/bytes',
      summary: 'Bytes',
      access: 'public',
      responds: { status: 200, media: ['application/octet-stream'] },
    },
    async () => new RawReply(Readable.from([Buffer.from('by'), Buffer.from('tes')]), 'application/octet-stream'),
  ),
  getFailing: route(
    {
      method: 'get',
      path: '/failing',
      summary: 'Fails',
      access: 'public',
      query: z.strictObject({ how: z.string() }),
      responds: { status: 204 },
      problems: ['not-found'],
    },
    async ({ query }, { db }) => {
      if (query.how === 'unlisted') throw invalid('how', 'no_such_code' as 'required');
      if (query.how === 'undeclared') throw new Problem('separation-of-duties');
      if (query.how === 'tagged') return reply(undefined, { revision: 1 });
      if (query.how === 'linked') return reply(undefined, { headers: { Link: '</next>; rel="next"' } });
      if (query.how === 'timeout')
        await sql`do $$ begin raise exception using errcode = 'query_canceled'; end $$`.execute(db);
      if (query.how === 'invalid') throw invalid('how', 'invalid_value');
      throw notFound();
    },
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes, { limits: { 'profile-mutation': 6 } });
});
afterAll(() => service[Symbol.asyncDispose]());
const manager = () => operator('supervisor');

test('D1 an undeclared field is dropped from the representation in a 409', async () => {
  const conflict = await service.put('/things/1', {
    actor: manager(),
    body: { name: 'x' },
    headers: { 'if-match': '"r6"' },
  });
  expect(conflict).toMatchObject({ status: 409, body: { current: { id: '1', name: 'now' } } });
  expect(JSON.stringify(conflict.body)).not.toContain('canary');
  expect(conflict.headers.get('etag')).toBe('"r7"');
});

test('A7 matches paths exactly as in the contract', async () => {
  expect((await service.get('/language')).status).toBe(200);
  for (const path of ['/Language', '/language/', '/LANGUAGE?a=1']) expect((await service.get(path)).status).toBe(404);
});

test('SC5 returns 500 for a response that does not match its declaration', async () => {
  expect(await service.get('/things/unfit')).toMatchObject({ status: 500, body: { errors: [] } });
  for (const how of ['undeclared', 'tagged', 'linked'])
    expect(await service.get(`/failing?how=${how}`)).toMatchObject({ status: 500 });
});

test('a cacheable response has an ETag, and 304 for a matching one', async () => {
  const first = await service.get('/things/1');
  const again = await service.get('/things/1', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect((await service.get('/me/things', { actor: representative(anyId) })).headers.get('cache-control')).toBe(
    'no-store',
  );
});

test.each([
  [
    'unknown keys',
    { name: 'x', role: 'admin', nested: { at: '2026-01-01T00:00:00Z', more: 1 } },
    [
      { field: 'nested.more', code: 'unknown_field' },
      { field: 'role', code: 'unknown_field' },
    ],
  ],
  ['a missing field', {}, [{ field: 'name', code: 'required' }]],
  ['a wrong type', { name: 7 }, [{ field: 'name', code: 'invalid_type' }]],
  ['too long a text', { name: 'x'.repeat(11) }, [{ field: 'name', code: 'too_big' }]],
  ['NUL', { name: 'a\u0000b' }, [{ field: 'name', code: 'invalid_characters' }]],
  ['a right-to-left override', { name: 'gpj.\u202efdp' }, [{ field: 'name', code: 'invalid_characters' }]],
  ['half a surrogate', { name: '\ud800' }, [{ field: 'name', code: 'invalid_characters' }]],
  ['an array', [], [{ field: 'body', code: 'invalid_type' }]],
])('I1 I2 rejects %s with field and code', async (_name, body, errors) => {
  const answer = await service.put('/things/1', { actor: manager(), body });
  expect(answer).toMatchObject({ status: 400, body: { status: 400, instance: '/api/v1/things/1', errors } });
});

test('I1 refuses bodies that are not JSON, compressed or too large', async () => {
  const send = (body: string, headers: Record<string, string>) =>
    service.put('/things/1', { actor: manager(), rawBody: Buffer.from(body), headers });
  expect(await send('{', { 'content-type': 'application/json' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'body', code: 'malformed' }] },
  });
  expect(await send('name=x', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  expect(await send('x', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).toMatchObject({
    status: 415,
  });
  expect(
    await send(JSON.stringify({ name: 'x'.repeat(110_000) }), { 'content-type': 'application/json' }),
  ).toMatchObject({ status: 413 });
});

test('returns 401 without a session, 403 without the permission, and audits the 403', async () => {
  expect((await service.put('/things/1', { body: {} })).status).toBe(401);
  expect((await service.put('/things/1', { body: {}, headers: { 'x-actor-assertion': 'ey.forged.x' } })).status).toBe(
    401,
  );
  const nobody = person();
  expect(await service.put('/things/1', { actor: nobody, body: {} })).toMatchObject({
    status: 403,
    body: { detail: expect.stringMatching(/permission `[a-z.]+`. These roles do: `/) },
  });
  expect(await service.refusals()).toContainEqual({
    ...{ actorId: nobody.userId, operation: 'putThing', slug: 'forbidden', count: 1 },
  });
});

test('Z2 the workspace is the one assignment: none is 404, several 409, without the permission 403', async () => {
  const [one, other] = [representative(anyId, 'contributor'), representative('01920000-0000-7000-8000-000000000001')];
  expect((await service.get('/me/things', { actor: one })).body).toEqual({ id: anyId, name: 'mine' });
  expect((await service.get('/me/things', { actor: person() })).body.type).toMatch(/no-active-workspace$/);
  const both = person({ assignments: [...one.assignments, ...other.assignments] });
  expect((await service.get('/me/things', { actor: both })).body.type).toMatch(/ambiguous-assignment$/);
  expect((await service.get(`/providers/${anyId}/things`, { actor: one })).status).toBe(403);
});

test.each(['en', 'fr'])(
  'D2 a foreign provider gets the same 404 as an unknown one, byte for byte, in %s',
  async (language) => {
    const actor = representative(anyId);
    const requestId = '0192f000-0000-7000-8000-00000000abcd';
    const [foreignId, absentId] = ['01920000-0000-7000-8000-000000000002', '01920000-0000-7000-8000-0000000000ff'];
    const ask = async (id: string) => {
      const headers = { 'accept-language': language, 'x-request-id': requestId };
      const { status, body, headers: own } = await service.get(`/providers/${id}/things`, { actor, headers });
      const sentHeaders = [...own].filter(([name]) => name !== 'date');
      return JSON.stringify([status, sentHeaders, body]).replaceAll(id, '');
    };
    expect(await ask(foreignId)).toBe(await ask(absentId));
    expect(await ask('not-an-id')).toMatch(/^\[404,/);
  },
);

test('an exhausted limit is 429 with Retry-After', async () => {
  const actor = manager();
  const put = () => service.put('/things/1', { actor, body: { name: 'x' } });
  for (let i = 0; i < 6; i++) expect((await put()).status).toBe(200);
  const refused = await put();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit-policy')).toBe('"profile-mutation";q=6;w=60');
});

test('an undeclared problem is a bare 500', async () => {
  const { status, body } = await service.get('/failing?how=undeclared');
  expect([status, body.type]).toEqual([500, 'http://trust.test/problems/internal']);
});

test('an unlisted code is a 500 in strict mode', async () => {
  expect((await service.get('/failing?how=unlisted')).status).toBe(500);
  expect((await service.get('/failing?how=invalid')).body.errors).toMatchObject([
    { field: 'how', code: 'invalid_value' },
  ]);
});

test('C5 a slow database is 503 with Retry-After', async () => {
  const answer = await service.get('/failing?how=timeout');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
});

test('every response has a request id, the caller’s if it is a UUID', async () => {
  const id = '0192f000-0000-7000-8000-00000000abcd';
  expect((await service.get('/failing?how=x', { headers: { 'x-request-id': id } })).body.requestId).toBe(id);
  const replaced = await service.get('/failing?how=x', { headers: { 'x-request-id': 'no uuid' } });
  expect(replaced.headers.get('x-request-id')).toBe(replaced.body.requestId);
  expect((await service.get('/nowhere')).status).toBe(404);
});

test('streams bytes unchanged', async () => {
  const answer = await service.get('/bytes');
  expect(answer.body.toString()).toBe('bytes');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  ['', 'en'],
  ['*', 'en'],
  ['fr-BE, en;q=0.8', 'fr'],
  ['de, en;q=0.4, fr;q=0.9', 'fr'],
  ['fr;q=0, en;q=0.1', 'en'],
])('responds to Accept-Language %s in %s', async (header, language) => {
  expect((await service.get('/language', { headers: { 'accept-language': header } })).body).toEqual({ language });
});
