import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { type QueryExecutorProvider, sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDb } from './database/db.ts';
import { routeFor } from './http/route.ts';
import { remainingTimeHeader } from './request-scope.ts';

const route = routeFor<SampleApp>();
const routes = {
  postLate: route(
    {
      method: 'post',
      path: '/late',
      summary: 'Writes when it is too late',
      access: 'public',
      responds: { status: 204 },
    },
    async (_input, { db }) => {
      await db.transact(async (trx) => {
        await sql`insert into aggregate_sequence values ('in time', 1)`.execute(trx);
        await sql`select pg_sleep(0.2)`.execute(trx).catch(() => {});
        await sql`insert into aggregate_sequence values ('too late', 1)`.execute(trx);
      });
    },
  ),
  getTimeout: route(
    {
      method: 'get',
      path: '/timeout',
      summary: 'Tells how long a statement may take',
      access: 'public',
      responds: { status: 200, body: z.object({ milliseconds: z.number() }) },
    },
    async (_input, { db }) => {
      return { milliseconds: await db.transact(statementTimeout) };
    },
  ),
};

async function statementTimeout(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(db);
  return rows[0]?.ms ?? 0;
}

test('L4 after its deadline a request is 503, starts no statement and rolls back', async () => {
  await using service = await startSample(routes);
  const late = await service.post('/late', { headers: { [remainingTimeHeader]: '100' } });
  expect(late.status).toBe(503);
  const { rows } = await sql`select from aggregate_sequence`.execute(service.db);
  expect(rows).toEqual([]);
  expect((await service.post('/late')).status).toBe(204);
});

test('L4 a statement times out at the request deadline', async () => {
  await using service = await startSample(routes);
  const short = await service.get('/timeout', { headers: { [remainingTimeHeader]: '1000' } });
  expect(short.body.milliseconds).toBeLessThanOrEqual(1000);
  const long = await service.get('/timeout');
  expect(long.body.milliseconds).toBe(await statementTimeout(service.db));
  await using production = openDb({ url: service.urls.app, max: 1 });
  expect(await statementTimeout(production)).toBe(5000);
});
