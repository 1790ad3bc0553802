import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { temporaryDataDir } from '../data-dir.ts';
import { type Postgres, startPostgres } from './postgres.ts';

type Nothing = Record<never, never>;

const dataDir = temporaryDataDir('recovery');
let postgres: Postgres;

beforeAll(async () => {
  postgres = await start();
  await using db = open();
  await sql`create table written (id uuid primary key)`.execute(db);
}, 120_000);
afterAll(async () => {
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (port?: number) =>
  startPostgres(
    { bin: inject('stack').packages.postgresBin, dataDir, durable: true, ...(port && { port }) },
    { stopWithParent: true },
  );

const open = (): Database<Nothing> => openDb({ url: postgres.superuserUrl('postgres'), max: 4 });

async function countOf(db: Database<Nothing>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from written`.execute(db);
  return rows[0]?.count ?? 0;
}

/** After kill -9 of one connection's process, Postgres ends all others and recovers. */
async function crash(db: Database<Nothing>): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
}

test('C6 after the crash of one connection, reads and uncommitted transactions wait and none fails', async () => {
  await using db = open();
  await using victim = openDb<Nothing>({ url: postgres.superuserUrl('postgres'), max: 1 });
  let isOver = false;
  let committed = 0;
  const failures: unknown[] = [];
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isOver)
      await work().catch(async (error) => {
        failures.push(error);
        await delay(20);
      });
  };
  const write = async () => {
    let isCommitSent = false;
    const work = db.transact(async (trx) => {
      isCommitSent = false;
      await sql`insert into written values (${randomUUID()})`.execute(trx);
      await sql`select pg_sleep(0.005)`.execute(trx);
      isCommitSent = true;
    });
    await work.then(
      () => (committed += 1),
      (error) => {
        // Whether that commit happened is unknown: it is not repeated, and its caller gets a 503.
        if (!isCommitSent) throw error;
      },
    );
  };
  const read = () => countOf(db);
  const clients = Promise.all([repeat(write), repeat(write), repeat(read), repeat(read)]);
  try {
    for (let round = 0; round < 3; round++) {
      await crash(victim);
      const before = committed;
      await expect.poll(() => committed, { timeout: 10_000 }).toBeGreaterThan(before + 20);
    }
  } finally {
    isOver = true;
    await clients;
  }
  expect(failures).toEqual([]);
  expect(await countOf(db)).toBeGreaterThanOrEqual(committed);
});

test('C6 a request waits at most 2 s for a Postgres that refuses connections', async () => {
  await using db = open();
  await postgres.stop();
  const since = performance.now();
  await expect(countOf(db)).rejects.toThrow();
  const waited = performance.now() - since;
  expect(waited).toBeGreaterThan(1_500);
  expect(waited).toBeLessThan(4_000);

  const waiting = countOf(db);
  await delay(100);
  postgres = await start(postgres.port);
  expect(await waiting).toBeGreaterThan(0);
});
