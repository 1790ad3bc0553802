import { operator } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../problems/problem.ts';
import { reply } from './reply.ts';
import { routeFor } from './route.ts';

const Thing = z.object({ name: z.string() }).meta({ id: 'Thing' });
let written: string[] = [];

const putThing = routeFor<SampleApp>()(
  {
    method: 'put',
    path: '/thing',
    summary: 'Edits the revision 7',
    access: 'operations.providers.manage',
    ifMatch: true,
    body: z.strictObject({ name: z.string() }),
    responds: { status: 200, body: Thing },
  },
  async ({ body, ifMatch }) => {
    if (ifMatch && !ifMatch.includes(7))
      throw new Problem('edit-conflict', undefined, { current: { name: 'now' }, headers: { ETag: '"r7"' } });
    written.push(body.name);
    return reply({ name: body.name }, { revision: 8 });
  },
);

/** Judges the revision 7 of a thing. */
const judgeThing = routeFor<SampleApp>()(
  {
    method: 'put',
    path: '/judgement',
    summary: 'Judges the revision 7',
    access: 'operations.providers.manage',
    ifMatch: Thing,
    responds: { status: 204 },
  },
  async ({ ifMatch }) => {
    if (!ifMatch?.includes(7))
      throw new Problem('edit-conflict', undefined, { current: { name: 'now' }, headers: { ETag: '"r7"' } });
    written.push('judged');
    return reply(undefined);
  },
);

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample({ putThing, judgeThing });
});
afterAll(() => service[Symbol.asyncDispose]());

function put(tag: string) {
  written = [];
  return service.put('/thing', { actor: operator('supervisor'), body: { name: 'x' }, headers: { 'if-match': tag } });
}

test.each(['"r7"', '"r1", "r7"', '*'])('C3 If-Match %j passes for the revision r7', async (tag) => {
  const answer = await put(tag);
  expect([answer.status, answer.headers.get('etag'), written]).toEqual([200, '"r8"', ['x']]);
});

test.each(['W/"r7"', '"r6"', '"another"'])('C3 If-Match %j is a conflict for the revision r7', async (tag) => {
  expect([(await put(tag)).status, written]).toEqual([409, []]);
});

test.each(['', ' ', 'r7', '"r7', 'r7"', '"r7", ', '"r 7"', '*, "r7"', 'W/r7'])(
  'C3 If-Match %j is 400 and changes nothing',
  async (tag) => {
    const answer = await put(tag);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'If-Match', code: 'invalid_format' }] } });
    expect(written).toEqual([]);
  },
);

test.each([
  [undefined, 400],
  ['*', 400],
  ['"r6", "r7"', 400],
  ['W/"r7"', 409],
  ['"r6"', 409],
  ['"r7.content"', 204],
])('C3 T3 a route that requires a revision answers If-Match %j with %d', async (tag, status) => {
  written = [];
  const answer = await service.put('/judgement', {
    actor: operator('supervisor'),
    ...(tag !== undefined && { headers: { 'if-match': tag } }),
  });
  expect([answer.status, written]).toEqual([status, status === 204 ? ['judged'] : []]);
  if (status === 400) expect(answer.body.errors).toMatchObject([{ field: 'If-Match', code: 'if_match_required' }]);
  if (status === 409) expect(answer.body.current).toEqual({ name: 'now' });
});
