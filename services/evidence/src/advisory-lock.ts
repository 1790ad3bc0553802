import { sql } from 'kysely';
import type { Db } from './app.ts';

/** Of all replicas one does `work` at a time; the others go without. The lock is the connection's, so it goes with a process that dies. */
export async function withAdvisoryLock(db: Db, name: string, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      held: boolean;
    }>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as held`.execute(connection);
    if (!rows[0]?.held) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });
}
