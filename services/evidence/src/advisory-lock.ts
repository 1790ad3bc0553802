import type { Database } from '@trust/service-kit/database/db';
import type { DB } from './db/schema.ts';

/** A session lock: `work` outlasts a transaction. Postgres releases it when the process dies. */
export async function withAdvisoryLock(
  { direct }: Pick<Database<DB>, 'direct'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const client = await direct.connect();
  let failure: Error | undefined;
  try {
    const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isLocked"';
    const { rows } = await client.query<{ isLocked: boolean }>(lock, [name]);
    if (!rows[0]?.isLocked) return;
    try {
      await work();
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    }
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Closing the connection releases the lock in any case.
    client.release(failure);
  }
}
