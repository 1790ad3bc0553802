import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
} from 'kysely';
import type pg from 'pg';
import { connectWithRetry } from './connect.ts';
import { isConnectionLost } from './sql-error.ts';

/** Kysely's dialect over `pool`. `begin` goes out with the first statement of its transaction (ADR 0048). */
export class PipeliningDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool: async () => pool as never });
    this.#pool = pool;
  }

  override createDriver() {
    const pool = this.#pool;
    const connect = async () => lease(pool, await connectWithRetry(pool));
    return new PipeliningDriver({ pool: { options: pool.options, connect, end: () => pool.end() } });
  }
}

class PipeliningDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Not awaited: pg keeps the order. Where `begin` is lost with its connection, so is what follows.
    connection.executeQuery(CompiledQuery.raw('begin')).catch(() => {});
  }
}

/** Statements that may run twice: reads, and a rate limit, which then takes one point too many. */
const repeatable = /^\s*(select|insert into rate_limit)\b/i;

/**
 * A connection for one piece of work. Where Postgres had ended it while it was idle, a read that comes
 * first runs again on another connection (promise C6); a lost connection does not return to the pool.
 */
function lease(pool: pg.Pool, first: pg.PoolClient): PostgresPoolClient {
  let client: pg.PoolClient | undefined = first;
  let isUnused = true;
  let isLost = false;

  async function query(text: string, values: unknown[]): Promise<unknown> {
    let repeats = isUnused && repeatable.test(text) ? (pool.options.max ?? 1) : 0;
    isUnused = false;
    for (;;) {
      try {
        client ??= await connectWithRetry(pool);
        return await client.query(text, values);
      } catch (error) {
        isLost ||= isConnectionLost(error);
        if (!isLost || !client || repeats-- === 0) throw error;
        client.release(true);
        client = undefined;
        isLost = false;
      }
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (isDiscarded) => client?.release(isDiscarded || isLost),
  };
}
