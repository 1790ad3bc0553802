import { type RawBuilder, sql } from 'kysely';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import type { AnyDatabase, AnyTrx } from './transaction.ts';

/** Deletes one batch of rows expired at `now`; returns its size, 0 when done. */
export type PruneTask = (trx: AnyTrx, now: Date) => Promise<number>;

/** Deletes rows that match `isExpired`, in batches because of the statement timeout. */
export function pruneTask(table: string, isExpired: (now: Date) => RawBuilder<unknown>): PruneTask {
  return async (trx, now) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isExpired(now)} limit 5000))`.execute(trx);
    return Number(numAffectedRows);
  };
}

const platformTasks = [
  pruneTask('idempotency_key', (now) => sql`expires_at <= ${now}`),
  pruneTask('rate_limit', (now) => sql`full_at <= ${now}`),
];

type PruneOptions = {
  db: AnyDatabase;
  log: Log;
  tasks?: readonly PruneTask[];
};

/** A failed task is logged and does not stop the others. */
export async function prune({ db, log, tasks = [], now }: PruneOptions & { now: Date }): Promise<void> {
  for (const one of [...platformTasks, ...tasks]) {
    try {
      while ((await db.transact((trx) => withAdvisoryLock(trx, () => one(trx, now)))) > 0);
    } catch (err) {
      log.warn({ err }, 'Failed to delete expired rows');
    }
  }
}

/** One replica prunes at a time; the others skip the batch. A generic plan may read the whole table. */
async function withAdvisoryLock(trx: AnyTrx, work: () => Promise<number>): Promise<number> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('prune', 0)) as free,
      set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx);
  return rows[0]?.free ? work() : 0;
}

export function startPruning({ now, ...options }: PruneOptions & { now: () => Date }): AsyncDisposable {
  let minutes = 2;
  return startLoop(options.log, 'Pruning failed and restarts', async ({ stopped, sleep }) => {
    await sleep(minutes * 60_000 * (0.5 + Math.random()));
    minutes = 60;
    if (!stopped.aborted) await prune({ ...options, now: now() });
  });
}
