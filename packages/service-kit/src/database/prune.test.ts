import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { log, openWorld } from '../../test/event-world.ts';
import type { Database } from './db.ts';
import { type PruneTask, prune, pruneTask } from './prune.ts';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const tables = ['idempotency_key', 'rate_limit'] as const;

async function rowsOf<Tables>(db: Database<Tables>): Promise<number[]> {
  const counts = tables.map((table) => sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`);
  return Promise.all(counts.map(async (count) => (await count.execute(db)).rows[0]?.n ?? 0));
}

/** A row of each table, which expires in an hour. */
async function worldWithRows() {
  const world = await openWorld();
  const { db } = world;
  await sql`insert into idempotency_key (actor, route, key_hash, fingerprint, status, answer, expires_at)
    values ('a', 'b', 'c', 'd', 200, 'e', ${inDays(1 / 24)})`.execute(db);
  await sql`insert into rate_limit (key, full_at, allowed) values ('verify:a', ${inDays(1 / 24)}, true)`.execute(db);
  return world;
}

test('deletes each expired row, and no other', async () => {
  await using world = await worldWithRows();
  const { db } = world;
  const rowsAfter = async (days: number) => {
    await prune({ db, log, now: inDays(days) });
    return rowsOf(db);
  };
  expect(await rowsAfter(0)).toEqual([1, 1]);
  expect(await rowsAfter(1)).toEqual([0, 0]);
});

test('runs the tasks of a service in batches, each with its own plan; a failed task does not stop others', async () => {
  await using world = await worldWithRows();
  const { db } = world;
  await sql`insert into thing (thing, value, changes) select n::text, n, 0 from generate_series(1, 12000) as n`.execute(
    db,
  );
  const failing = async () => Promise.reject(new Error('not today'));
  const modes: unknown[] = [];
  const readMode: PruneTask = async (trx) => {
    modes.push((await sql`show plan_cache_mode`.execute(trx)).rows[0]);
    return 0;
  };
  await prune({ db, log, now: inDays(0), tasks: [failing, readMode, pruneTask('thing', () => sql`value > 10`)] });
  expect(modes).toEqual([{ plan_cache_mode: 'force_custom_plan' }]);
  expect(await world.things()).toHaveLength(10);
});

test('one replica prunes at a time', async () => {
  await using world = await worldWithRows();
  const { db } = world;
  await db.transact(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('prune', 0))`.execute(trx);
    await prune({ db, log, now: inDays(31) });
  });
  expect(await rowsOf(db)).toEqual([1, 1]);
});
