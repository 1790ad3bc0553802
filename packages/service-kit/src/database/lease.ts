import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
} from 'kysely';
import type pg from 'pg';
import { connectWithRetry } from './connect.ts';
import { isConnectionLost, isPlanOutdated } from './sql-error.ts';

/** Sends `begin` with the transaction's first statement (ADR 0048). */
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
    // Not awaited: pg keeps the order, and a lost `begin` fails the following statements too.
    connection.executeQuery(CompiledQuery.raw('begin')).catch(() => {});
  }
}

/** Repeatable statements. A repeated rate limit takes one point too many. */
const repeatable = /^\s*(select|insert into rate_limit)\b/i;

// Repeats a first read if Postgres closed the idle connection (promise C6). Discards lost ones.
function lease(pool: pg.Pool, first: pg.PoolClient): PostgresPoolClient {
  let client: pg.PoolClient | undefined = first;
  let isUnused = true;
  let isLost = false;
  let isInTransaction = false;

  async function query(text: string, values: unknown[]): Promise<unknown> {
    let repeats = isUnused && repeatable.test(text) ? (pool.options.max ?? 1) : 0;
    isUnused = false;
    isInTransaction = text === 'begin' || (isInTransaction && text !== 'commit' && text !== 'rollback');
    // Within a transaction the whole of it is repeated (`transact`).
    let repeatsOutdated = isInTransaction ? 0 : 1;
    for (;;) {
      try {
        client ??= await connectWithRetry(pool);
        return await client.query(text, values);
      } catch (error) {
        // `missingGrant` and failed tests show the statement. It contains no values.
        if (error instanceof Error) Object.assign(error, { statement: text });
        if (isPlanOutdated(error) && repeatsOutdated-- > 0) continue;
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
