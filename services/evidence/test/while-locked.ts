import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Trx } from '../src/app.ts';
import type { Evidence } from './service.ts';

/** Commits once `waiting` statements wait for a lock, or `act` has ended without waiting. */
export async function whileLocked<Result>(
  evidence: Pick<Evidence, 'db'>,
  change: (trx: Trx) => Promise<unknown>,
  act: () => Promise<Result>,
  { waiting = 1, meanwhile }: { waiting?: number; meanwhile?: () => unknown } = {},
): Promise<Result> {
  let acting: Promise<Result> | undefined;
  let ended = false;
  await evidence.db.transact(async (trx) => {
    await change(trx);
    acting = act().finally(() => {
      ended = true;
    });
    while (!ended && (await countWaiting(evidence)) < waiting) await delay(5);
    meanwhile?.();
  });
  return acting as Promise<Result>;
}

async function countWaiting({ db }: Pick<Evidence, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
