import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { notFound } from '../problems/problem.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const read = { method: 'get', summary: 'Reads', access: 'public', responds: { status: 204 } } as const;
const routes = {
  getOld: route(
    {
      ...read,
      path: '/old',
      deprecated: { on: '2026-12-01', instead: 'getNew' },
      query: z.strictObject({ fails: z.literal('yes').optional() }),
      problems: ['not-found'],
    },
    async ({ query }) => {
      if (query.fails) throw notFound();
    },
  ),
  getNew: route({ ...read, path: '/new' }, async () => undefined),
};

test('a deprecated operation sends Deprecation, and as Sunset a day 12 months later, on problems too', async () => {
  await using service = await startSample(routes);
  const announced = async (path: string) => {
    const { status, headers } = await service.get(path);
    return [status, ...['deprecation', 'sunset'].map((name) => headers.get(name))];
  };
  for (const [path, status] of [
    ['/old', 204],
    ['/old?fails=yes', 404],
    ['/old?other=1', 400],
  ] as const)
    expect(await announced(path)).toEqual([status, '@1796083200', 'Wed, 01 Dec 2027 23:59:59 GMT']);
  expect(await announced('/new')).toEqual([204, null, null]);
});
