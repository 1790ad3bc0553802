import { routeFor } from '@trust/service-kit/http/route';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { refuseDuplicateIds } from './fragment.ts';

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
