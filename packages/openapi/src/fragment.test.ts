import { routeFor } from '@trust/service-kit/http/route';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openapiFragment, refuseDuplicateIds } from './fragment.ts';
import { mergeFragments } from './merge.ts';

const route = routeFor<unknown>();
const thing = (shape: z.ZodRawShape) => z.object(shape).meta({ id: 'Thing' });

function routesWith(one: z.ZodType, other: z.ZodType) {
  const declaration = { method: 'get', summary: 'Reads', access: 'public' } as const;
  return {
    getOne: route({ ...declaration, path: '/one', responds: { status: 200, body: one } }, async () => ({})),
    getOther: route({ ...declaration, path: '/other', responds: { status: 200, body: other } }, async () => ({})),
  };
}

test('throws when two schemas of a service have the same id, and names the operations', () => {
  const Thing = thing({ id: z.string() });
  expect(() => refuseDuplicateIds(routesWith(Thing, z.object({ items: z.array(Thing) })))).not.toThrow();
  const twice = routesWith(Thing, z.object({ items: z.array(thing({ name: z.string() })) }));
  expect(() => refuseDuplicateIds(twice)).toThrow(
    'Two schemas have the id "Thing". Rename one, or use one schema in: getOne, getOther.',
  );
});

test('a deprecated operation names its successor and the day 12 months later, and declares both headers', () => {
  const deprecated = { on: '2026-12-01', instead: 'getOther' };
  const routes = {
    getOne: route(
      { method: 'get', path: '/one', summary: 'Reads', deprecated, access: 'public', responds: { status: 204 } },
      async () => undefined,
    ),
  };
  const { paths = {} } = mergeFragments([{ service: 'provider', document: openapiFragment('provider', routes) }]);
  const { get } = paths['/api/v1/one'] ?? {};
  expect(get).toMatchObject({
    deprecated: true,
    description: 'Deprecated on 2026-12-01: use `getOther`. It works until 2027-12-01 at least.',
  });
  for (const response of Object.values(get?.responses ?? {}))
    expect(Object.keys(response.headers ?? {})).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
});
