import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const declaration = { method: 'get', summary: 'Reads', access: 'public' } as const;
const Thing = z.object({ items: z.array(z.object({ id: z.string() })) }).meta({ id: 'Thing' });
const undeclared = { items: [{ id: '1' }, { id: '2', note: 'undeclared' }] };
const routes = {
  getThing: route({ ...declaration, path: '/thing', responds: { status: 200, body: Thing } }, async () => undeclared),
  getUngranted: route({ ...declaration, path: '/ungranted', responds: { status: 204 } }, async (_input, { db }) => {
    await sql`update migration_checksum set name = ''`.execute(db);
  }),
};

async function loggedError(path: string, strict: boolean) {
  await using service = await startSample(routes, { strict });
  const { status, body } = await service.get(path);
  return { status, body, log: service.logged.join('') };
}

test('D1 drops an undeclared response field in production, and fails the request elsewhere', async () => {
  const { status, log } = await loggedError('/thing', true);
  expect(status).toBe(500);
  expect(log).toContain('/thing does not declare the response fields items.*.note');
  const production = await loggedError('/thing', false);
  expect(production).toMatchObject({ status: 200, body: { items: [{ id: '1' }, { id: '2' }] } });
  expect(JSON.stringify(production.body)).not.toContain('undeclared');
});

test('logs table and columns of a missing grant, outside production', async () => {
  const { status, log } = await loggedError('/ungranted', true);
  expect(status).toBe(500);
  expect(log).toMatch(/The service may not .*update \(name, checksum\).* on the table migration_checksum\./);
  expect((await loggedError('/ungranted', false)).log).not.toContain('migration_checksum');
});
