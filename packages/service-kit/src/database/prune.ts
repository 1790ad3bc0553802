import { type RawBuilder, sql } from 'kysely';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import type { AnyDatabase, AnyTrx } from './transaction.ts';

/** Forgets some of what is over at `now`, in a transaction that is short; returns how many rows went, 0 when nothing is left. */
export type PruneTask = (trx: AnyTrx, now: Date) => Promise<number>;

/** Forgets the rows of `table` of which `isOver` is true, in portions, because of the statement timeout. It should have an index. */
export function pruneTask(table: string, isOver: (now: Date) => RawBuilder<unknown>): PruneTask {
  return async (trx, now) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isOver(now)} limit 5000))`.execute(trx);
    return Number(numAffectedRows);
  };
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

const platformTasks = [
  // As long as JetStream has them (promise E6).
  pruneTask('outbox', (now) => sql`created_at < ${daysBefore(now, 14)} and sent_at is not null`),
  // An event that was published anew on its last day in the outbox stays in the stream for another 14.
  pruneTask('inbox', (now) => sql`received_at < ${daysBefore(now, 30)}`),
  pruneTask('idempotency_key', (now) => sql`expires_at <= ${now}`),
  pruneTask('rate_limit', (now) => sql`full_at <= ${now}`),
];

type PruneOptions = {
  db: AnyDatabase;
  log: Log;
  /** What the service forgets beside its outbox, inbox, idempotency keys and rate limits. */
  tasks?: readonly PruneTask[];
};

/** One round of all prunings. What fails is logged and does not keep the others from their work; it has its turn again in the next round. */
export async function prune({ db, log, tasks = [], now }: PruneOptions & { now: Date }): Promise<void> {
  for (const one of [...platformTasks, ...tasks]) {
    try {
      while ((await db.transact((trx) => withAdvisoryLock(trx, () => one(trx, now)))) > 0);
    } catch (err) {
      log.warn({ err }, 'rows that are over could not be deleted');
    }
  }
}

/** Of all replicas one prunes at a time. Tried, not waited for: what the other deletes need not be looked for again. */
async function withAdvisoryLock(trx: AnyTrx, work: () => Promise<number>): Promise<number> {
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('prune', 0)) as held`.execute(trx);
  return rows[0]?.held ? work() : 0;
}

/** Prunes soon after the start and then about every hour, each replica at moments of its own. */
export function startPruning({ now, ...options }: PruneOptions & { now: () => Date }): AsyncDisposable {
  let minutes = 2;
  return startLoop(options.log, 'pruning starts again', async ({ stopped, sleep }) => {
    await sleep(minutes * 60_000 * (0.5 + Math.random()));
    minutes = 60;
    if (!stopped.aborted) await prune({ ...options, now: now() });
  });
}
