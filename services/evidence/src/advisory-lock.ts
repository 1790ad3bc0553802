import { sql } from 'kysely';
import type { Db } from './app.ts';

/** A session lock: `work` outlasts a transaction. Postgres releases it when the process dies. */
export async function withAdvisoryLock(db: Db, name: string, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isLocked"`.execute(connection);
    if (!rows[0]?.isLocked) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });
}
