import { randomUUIDv7 } from 'node:crypto';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { routeFor } from '../http/route.ts';
import { invalid } from '../problems/problem.ts';
import { type Database, openDb } from './db.ts';

type Nothing = Record<never, never>;

async function open(max: number): Promise<Database<Nothing>> {
  const { app } = await cloneDatabase('webhooks');
  return openDb({ url: app, max });
}

const endOthers = (db: Database<Nothing>) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  );

const inUse = ({ pool }: Database<Nothing>) => pool.totalCount - pool.idleCount;

/** Opens idle connections; returns the ids of their Postgres processes. */
async function fill(db: Database<Nothing>, count: number): Promise<number[]> {
  const one = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db);
  const answers = await Promise.all(Array.from({ length: count }, one));
  expect(db.pool.idleCount).toBe(count);
  return answers.flatMap(({ rows }) => rows.map(({ pid }) => pid));
}

/** Blocks the thread, so that no socket is read meanwhile. */
function sleepUntilGone(pids: number[]): void {
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  };
  for (let turn = 0; turn < 400 && pids.some(isAlive); turn++)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

test('C6 a request succeeds right after Postgres closed the idle connections', async () => {
  await using db = await open(4);
  await using other = openDb<Nothing>({ url: db.pool.options.connectionString ?? '', max: 1 });
  await fill(other, 1);
  for (let round = 0; round < 5; round++) {
    const pids = await fill(db, 4);
    const ended = endOthers(other);
    await new Promise(setImmediate);
    sleepUntilGone(pids);
    const read = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one);
    const work = () => db.transact((trx) => sql`insert into inbox values ('work', ${randomUUIDv7()})`.execute(trx));
    const answers = await Promise.allSettled([read(), work(), read(), work()]);
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    await ended;
  }
  expect((await sql`select from inbox`.execute(db)).rows).toHaveLength(10);
  expect(inUse(db)).toBe(0);
});

test('C6 does not repeat a write whose connection is lost', async () => {
  await using db = await open(1);
  await using other = openDb<Nothing>({ url: db.pool.options.connectionString ?? '', max: 1 });
  const slow = sql`insert into inbox select 'slow', first_id(now()) from pg_sleep(1)`.execute(db);
  const lost = expect(slow).rejects.toThrow();
  await vi.waitFor(async () => {
    const busy = await sql`select from pg_stat_activity where datname = current_database() and query like 'insert%'`;
    expect((await busy.execute(other)).rows).toHaveLength(1);
  });
  await endOthers(other);
  await lost;
  expect((await sql`select from inbox`.execute(db)).rows).toHaveLength(0);
});

const route = routeFor<SampleApp>();
const routes = {
  getThing: route(
    { method: 'get', path: '/thing', summary: 'Reads', access: 'public', responds: { status: 204 } },
    async (_input, { db }) => void (await sql`select pg_sleep(0.005)`.execute(db)),
  ),
  putThing: route(
    {
      method: 'put',
      path: '/thing',
      summary: 'Writes',
      access: 'public',
      responds: { status: 200, body: z.object({ done: z.boolean() }).meta({ id: 'Written' }) },
    },
    async (_input, { db, newId }) => {
      await db.transact((trx) => sql`insert into inbox values ('put', ${newId()})`.execute(trx));
      return { done: true };
    },
  ),
};

test('C6 when Postgres ends idle and active connections under load, errors are 503 and the pool recovers', async () => {
  await using service = await startSample(routes, { connections: 6 });
  await using other = openDb<Nothing>({ url: service.urls.app, max: 1 });
  const answers: { status: number; slug: string; retryAfter: string | null }[] = [];
  let stopped = false;
  const client = async (method: 'get' | 'put') => {
    while (!stopped) {
      const { status, body, headers } = await service[method]('/thing');
      answers.push({
        status,
        slug: String(body?.type).split('/').at(-1) ?? '',
        retryAfter: headers.get('retry-after'),
      });
    }
  };
  const clients = Promise.all([1, 2, 3, 4, 5].flatMap(() => [client('get'), client('put')]));
  for (let round = 0; round < 5; round++) {
    await endOthers(other);
    const before = answers.length;
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(before + 20), { interval: 5, timeout: 10_000 });
  }
  stopped = true;
  await clients;

  const failed = answers.filter(({ status }) => status >= 400);
  // Only a transaction during its commit is not retried.
  expect(failed.filter(({ status, slug }) => status !== 503 || slug !== 'unavailable')).toEqual([]);
  expect(failed.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);
  const written = await sql<{ count: number }>`select count(*)::int as count from inbox`.execute(other);
  expect(written.rows[0]?.count).toBeGreaterThanOrEqual(answers.filter(({ status }) => status === 200).length);
  expect(inUse(service.db)).toBe(0);
  await fill(service.db, 6);
});

test('C6 a thousand failing transactions leave no connection in use', async () => {
  await using db = await open(4);
  await sql`insert into aggregate_sequence values ('a', 0)`.execute(db);
  const failing: ((round: number) => Promise<unknown>)[] = [
    () => db.transact(() => Promise.reject(invalid('at', 'must_be_future'))),
    () => db.transact((trx) => sql`select 1 / 0`.execute(trx)),
    () => db.transact((trx) => sql`insert into aggregate_sequence values ('a', 1)`.execute(trx)),
    // Postgres responds to this commit with a rollback.
    () => db.transact((trx) => sql`select nothing`.execute(trx).catch(() => {})),
    () => db.transact((trx) => sql`set local statement_timeout = 1; select pg_sleep(1)`.execute(trx)),
    () => db.transact((trx) => sql`do $$ begin raise exception 'x' using errcode = 'P0001'; end $$`.execute(trx)),
    (round) =>
      round % 100 < 8
        ? db.transact((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx))
        : db.transact((trx) => sql`rollback; select 1 / 0`.execute(trx)),
  ];
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, (_, round) =>
      (failing[round % failing.length] as (typeof failing)[0])(round).then(
        () => 'passed',
        () => 'failed',
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome !== 'failed')).toEqual([]);
  // A connection opened for a timed-out request returns to the pool later.
  await vi.waitFor(() => expect([inUse(db), db.pool.waitingCount]).toEqual([0, 0]));
  await fill(db, 4);
});
