import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { runInRequest } from '../request-scope.ts';
import { type Database, openDb } from './db.ts';

async function open(options: { max?: number; connectTimeout?: number } = {}): Promise<Database<Record<never, never>>> {
  const { app } = await cloneDatabase('webhooks');
  return openDb({ url: app, ...options });
}

test('each distinct statement is prepared once under a name of its own', async () => {
  await using db = await open({ max: 1 });
  for (const value of ['a', 'b', 'c']) {
    await sql`select ${value}::text as value`.execute(db);
    await sql`(select ${value}::text as one) union all select ${value}::text as value`.execute(db);
  }
  const { rows } = await sql<{
    statement: string;
  }>`select statement from pg_prepared_statements where statement like '%as value'`.execute(db);
  expect(rows).toHaveLength(2);
});

test('each pool has its own statement names', async () => {
  await using busy = await open({ max: 1 });
  for (let n = 0; n < 501; n++) await sql.raw(`select ${n} as other`).execute(busy);
  await using db = await open({ max: 1 });
  await sql`select 1 as named`.execute(db);
  const { rows } = await sql`select from pg_prepared_statements where statement like '%as named'`.execute(db);
  expect(rows).toHaveLength(1);
});

test('C6 a query on db inside a transaction fails at once in a pool of one', async () => {
  await using db = await open({ max: 1, connectTimeout: 500 });
  const stray = db.transact(async () => sql`select 1`.execute(db));
  await expect(stray).rejects.toThrow('timeout exceeded when trying to connect');
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('F3 a request waits for a connection once, and the next request tries again', async () => {
  await using db = await open({ max: 1, connectTimeout: 1000 });
  const connect = vi.spyOn(db.pool, 'connect');
  const request = () =>
    runInRequest({ until: Number.POSITIVE_INFINITY, reportLimit: () => {}, taken: [] }, async () => {
      await expect(sql`select 1`.execute(db)).rejects.toThrow('timeout exceeded when trying to connect');
      await expect(sql`select 2`.execute(db)).rejects.toMatchObject({ slug: 'unavailable' });
    });
  await db.transact(async () => {
    connect.mockClear();
    await request();
    await request();
  });
  expect(connect).toHaveBeenCalledTimes(2);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('C5 retries a deadlock without an error to the caller', async () => {
  await using db = await open();
  await sql`insert into aggregate_sequence values ('a', 0), ('b', 0)`.execute(db);
  let met = 0;
  const both = Promise.withResolvers<void>();
  const raise = (first: string, second: string) =>
    db.transact(async (trx) => {
      await sql`update aggregate_sequence set last_seq = last_seq + 1 where aggregate_id = ${first}`.execute(trx);
      met += 1;
      if (met === 2) both.resolve();
      await both.promise;
      await sql`update aggregate_sequence set last_seq = last_seq + 1 where aggregate_id = ${second}`.execute(trx);
    });
  await Promise.all([raise('a', 'b'), raise('b', 'a')]);
  const { rows } = await sql`select last_seq from aggregate_sequence`.execute(db);
  expect(rows).toEqual([{ last_seq: '2' }, { last_seq: '2' }]);
  expect(met).toBeGreaterThan(2);
});

test('L6 after a migration adds a column, the open connections go on without an error', async () => {
  const { app, owner } = await cloneDatabase('webhooks');
  await using db = openDb<Record<never, never>>({ url: app, max: 2 });
  const migrate = async (statement: string) => {
    await using migrator = openDb({ url: owner, max: 1 });
    await sql.raw(statement).execute(migrator);
  };
  await migrate('create table visit (id int); grant select, insert on visit to service_app');
  const read = () => sql`select * from visit`.execute(db);
  const change = () =>
    db.transact(async (trx) => {
      await sql`insert into visit (id) values (1) returning *`.execute(trx);
      await sql`select * from visit limit 1`.execute(trx);
      await sql`select * from visit limit 2`.execute(trx);
    });
  const use = () => Promise.all([read(), change(), read(), change()]);
  await use();
  await migrate('alter table visit add place int');
  await use();
  await migrate('alter table visit add note text');
  await change();
  expect((await read()).rows[0]).toEqual({ id: 1, place: null, note: null });
  expect((await read()).rows).toHaveLength(5);
});
