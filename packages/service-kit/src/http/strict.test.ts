import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { conflict } from '../problems/problem.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const declaration = { method: 'get', summary: 'Reads', access: 'public' } as const;
const Thing = z.object({ items: z.array(z.object({ id: z.string() })) }).meta({ id: 'Thing' });
const undeclared = { items: [{ id: '1' }, { id: '2', note: 'undeclared' }] };
const routes = {
  getThing: route({ ...declaration, path: '/thing', responds: { status: 200, body: Thing } }, async () => undeclared),
  getInvalid: route(
    { ...declaration, path: '/invalid', responds: { status: 200, body: Thing } },
    async () => ({ items: [{ id: 1 }] }) as never,
  ),
  getUndeclared: route({ ...declaration, path: '/undeclared', responds: { status: 204 } }, async () => {
    throw conflict({ en: 'It is taken.', fr: 'C’est pris.' });
  }),
  postUnaudited: route(
    { ...declaration, method: 'post', access: 'session', path: '/unaudited', responds: { status: 204 } },
    async () => undefined,
  ),
  getUngranted: route({ ...declaration, path: '/ungranted', responds: { status: 204 } }, async (_input, { db }) => {
    await sql`update "migration_checksum" set "name" = '' where "checksum" is null`.execute(db);
  }),
};

async function loggedError(path: string, strict: boolean, method: 'get' | 'post' = 'get') {
  await using service = await startSample(routes, { strict, auditsWrites: strict });
  const { status, body } = await service.call(method, path, { ...(method === 'post' && { actor: person() }) });
  return { status, body, log: service.logged.join('') };
}

test('D1 drops an undeclared response field in production, and fails the request elsewhere', async () => {
  const { status, log } = await loggedError('/thing', true);
  expect(status).toBe(500);
  expect(log).toContain('GET /thing sends undeclared fields: items.*.note. Add them to its response schema.');
  const production = await loggedError('/thing', false);
  expect(production).toMatchObject({ status: 200, body: { items: [{ id: '1' }, { id: '2' }] } });
  expect(JSON.stringify(production.body)).not.toContain('undeclared');
});

test.each([
  ['/invalid', /GET \/invalid sends a body that its response schema rejects:.*expected string.*items\[0\]\.id/],
  ['/undeclared', /getUndeclared throws the undeclared problem state-conflict\. Add it to `problems`/],
])('%s fails with an error that names the route and the fault', async (path, expected) => {
  const { status, log } = await loggedError(path, true);
  expect(status).toBe(500);
  expect(log).toMatch(expected);
});

test('P1 fails a write without an audit entry, outside production', async () => {
  const { status, log } = await loggedError('/unaudited', true, 'post');
  expect(status).toBe(500);
  expect(log).toContain('postUnaudited changes something without an audit entry.');
  expect(await loggedError('/unaudited', false, 'post')).toMatchObject({ status: 204 });
});

test('logs table and columns of a missing grant, outside production', async () => {
  const { status, log } = await loggedError('/ungranted', true);
  expect(status).toBe(500);
  expect(log).toContain('grant select (checksum), update (name) on migration_checksum to service_app;');
  expect((await loggedError('/ungranted', false)).log).not.toContain('migration_checksum');
});
