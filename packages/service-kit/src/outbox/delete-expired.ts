import { type QueryExecutorProvider, sql } from 'kysely';
import { type Loop, startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';

/** Each replica deletes short-lived events that could not be sent in time, while NATS is away too (promise A1). */
export function startDeletingExpired(db: QueryExecutorProvider, log: Log, interval = 2000): Loop {
  return startLoop(log, 'Deleting expired events failed', async ({ sleep }) => {
    await sql`delete from outbox where expires_at <= clock_timestamp()`.execute(db);
    await sleep(interval);
  });
}
