import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isConnectionLost } from './sql-error.ts';

/** What changes nothing, or takes a point of a limit too many at worst, may be sent again: whether Postgres had begun it is all the same. */
const harmless = /^\s*(begin|select|insert into rate_limit)\b/i;

/**
 * The pool as Kysely uses it. A connection that Postgres has ended while it was idle is found out only by using it, if its end has
 * not been read from the socket yet; when that was by opening a transaction or by a single `select`, another one takes its place
 * and nobody notices (promise C6).
 */
export function leasing(pool: pg.Pool): PostgresPool {
  const { options } = pool;
  return { options, connect: async () => lease(pool, await pool.connect()), end: () => pool.end() };
}

function lease(pool: pg.Pool, first: pg.PoolClient): PostgresPoolClient {
  let client: pg.PoolClient | undefined = first;
  let isFresh = true;
  let isLost = false;
  async function send(text: string, values: unknown[]): Promise<unknown> {
    let replacements = isFresh && harmless.test(text) ? (pool.options.max ?? 1) : 0;
    isFresh = false;
    for (;;) {
      try {
        client ??= await pool.connect();
        return await client.query(text, values);
      } catch (error) {
        isLost ||= isConnectionLost(error);
        if (!isLost || !client || replacements-- === 0) throw error;
        client.release(true);
        client = undefined;
        isLost = false;
      }
    }
  }
  return {
    query: send as PostgresPoolClient['query'],
    // Back in the pool it would be lent once more before its end is noticed.
    release: (discarded) => client?.release(discarded || isLost),
  };
}
