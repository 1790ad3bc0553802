import { representative } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withLowerCaseIds } from './lower-case-ids.ts';
import { routeFor } from './route.ts';

const id = '019a4905-2ac0-7a10-8c01-51f0c2a7d3e4';
const upper = id.toUpperCase();
const route = routeFor<SampleApp>();

test.each<[string, z.ZodType, unknown, unknown]>([
  ['a field', z.object({ id: z.uuid() }), { id: upper }, { id }],
  ['an optional field', z.object({ id: z.uuid().nullable().optional() }), { id: upper }, { id }],
  ['an element', z.object({ ids: z.array(z.uuid()) }), { ids: [upper, upper] }, { ids: [id, id] }],
  ['a union', z.union([z.object({ a: z.uuid() }), z.object({ b: z.string() })]), { a: upper }, { a: id }],
  ['a key and a value', z.record(z.uuid(), z.uuid()), { [upper]: upper }, { [id]: id }],
  ['a field after a transformation', z.object({ id: z.uuid().pipe(z.string()) }), { id: upper }, { id }],
  ['no other text', z.object({ key: z.string() }), { key: upper }, { key: upper }],
  ['no unknown field', z.object({ id: z.uuid() }), { other: upper }, { other: upper }],
])('Z3 an id in capitals is one in lower case: %s', (_what, schema, input, expected) => {
  expect(withLowerCaseIds(schema, input)).toEqual(expected);
});

test('Z3 an id in capitals is the same thing in path, query and body, and in who may do what', async () => {
  const routes = {
    compare: route(
      {
        method: 'post',
        path: '/providers/{providerId}/things',
        summary: 'Returns its ids',
        access: 'provider.profile.manage',
        scope: 'provider',
        params: z.object({ providerId: z.uuid() }),
        query: z.strictObject({ of: z.uuid() }),
        body: z.strictObject({ id: z.uuid() }),
        responds: { status: 200, body: z.object({ ids: z.array(z.string()) }) },
        problems: ['forbidden', 'not-found'],
      },
      async ({ providerId, params, query, body }) => ({ ids: [providerId, params.providerId, query.of, body.id] }),
    ),
  };
  await using service = await startSample(routes);
  const answer = await service.post(`/providers/${upper}/things?of=${upper}`, {
    ...{ actor: representative(id), body: { id: upper } },
  });
  expect(answer).toMatchObject({ status: 200, body: { ids: [id, id, id, id] } });
});
