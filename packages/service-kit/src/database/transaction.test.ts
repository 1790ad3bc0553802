import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventsOf } from '../../test/events.ts';
import { emit } from '../outbox/outbox.ts';
import { openDb } from './db.ts';
import { pipeline } from './transaction.ts';

async function open(max: number) {
  const { app } = await cloneDatabase('webhooks');
  return openDb<Record<never, never>>({ url: app, max });
}

test('each pipelined statement has a new snapshot, so it reads current rows under a lock', async () => {
  await using db = await open(10);
  await sql`insert into aggregate_sequence values ('a', 0)`.execute(db);
  const next = () =>
    db.transact(async (trx) => {
      const [, [row]] = await pipeline<[unknown, { last_seq: string }]>(
        trx,
        sql`select pg_advisory_xact_lock(1)`.compile(trx),
        sql<{ last_seq: string }>`select last_seq from aggregate_sequence`.compile(trx),
      );
      const read = Number(row?.last_seq);
      await sql`update aggregate_sequence set last_seq = ${read + 1}`.execute(trx);
      return read;
    });
  const read = await Promise.all(Array.from({ length: 30 }, next));
  expect(read.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

test('throws the error of the first failed statement and rolls back', async () => {
  await using db = await open(1);
  const failing = db.transact((trx) =>
    pipeline(
      trx,
      sql`insert into aggregate_sequence values ('a', 1)`.compile(trx),
      sql`insert into aggregate_sequence values ('a', 2)`.compile(trx),
      sql`insert into aggregate_sequence values ('b', 3)`.compile(trx),
    ),
  );
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect((await sql`select from aggregate_sequence`.execute(db)).rows).toHaveLength(0);
});

test('C6 an empty transaction commits, and one with a caught error rejects', async () => {
  await using db = await open(1);
  await expect(db.transact(async () => 'nothing')).resolves.toBe('nothing');
  const failures = [sql`select 1 / 0`, sql`select pg_terminate_backend(pg_backend_pid())`];
  for (const failure of failures) {
    const hidden = db.transact(async (trx) => {
      await sql`insert into aggregate_sequence values ('a', 1)`.execute(trx);
      await failure.execute(trx).catch(() => {});
    });
    await expect(hidden).rejects.toThrow();
  }
  expect((await sql`select from aggregate_sequence`.execute(db)).rows).toHaveLength(0);
});

test('E1 refuses to emit outside of an open transaction', async () => {
  await using db = await open(1);
  let ended: Parameters<typeof emit>[0] | undefined;
  await db.transact(async (trx) => {
    ended = trx;
  });
  await expect(emit(ended as never, eventsOf('kit').noted, { value: 1 })).rejects.toThrow('db.transact');
});
