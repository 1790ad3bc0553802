import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { connectWithRetry } from './connect.ts';
import { isConnectionLost } from './sql-error.ts';

/** What changes nothing, or takes a point of a limit too many at worst, may be sent again: whether Postgres had begun it is all the same. */
const harmless = /^\s*(select|insert into rate_limit)\b/i;

const unbegun = new WeakSet<object>();
const uncommitted = new WeakSet<object>();

/** Whether a transaction failed because its connection was gone before Postgres had begun it: none of it is committed. */
export function wasNeverBegun(error: unknown): boolean {
  return typeof error === 'object' && error !== null && unbegun.has(error);
}

/** Whether a transaction failed because its connection was lost before its commit was sent: Postgres has rolled it back. */
export function wasNeverCommitted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && uncommitted.has(error);
}

/**
 * The pool as Kysely uses it. A connection that Postgres has ended while it was idle is found out only by using it, if its end has
 * not been read from the socket yet; when that was by a single `select`, another one takes its place and nobody notices (promise C6);
 * when it was by a transaction, `wasNeverBegun` says that it can be run again.
 */
export function leasing(pool: pg.Pool): PostgresPool {
  const { options } = pool;
  return { options, connect: async () => lease(pool, await connectWithRetry(pool)), end: () => pool.end() };
}

function lease(pool: pg.Pool, first: pg.PoolClient): PostgresPoolClient {
  let client: pg.PoolClient | undefined = first;
  let isFresh = true;
  let isLost = false;
  let isBegun = false;
  let isCommitSent = false;
  let committed: unknown;
  let transaction: 'none' | 'to begin' | 'sent' = 'none';

  async function send(text: string, values: unknown[]): Promise<unknown> {
    if (text === 'begin') {
      transaction = 'to begin';
      committed = undefined;
      isCommitSent = false;
    }
    const isUnneeded = transaction === 'to begin' && /^(begin|commit|rollback)$/.test(text);
    if (text === 'commit' && committed) return committed;
    // What went with its connection is rolled back already.
    if (isUnneeded || (isLost && text === 'rollback')) return { command: text.toUpperCase(), rows: [] };
    const opening = transaction === 'to begin' ? 'begin' : undefined;
    if (opening) transaction = 'sent';
    let replacements = isFresh && transaction === 'none' && harmless.test(text) ? (pool.options.max ?? 1) : 0;
    isFresh = false;
    isCommitSent ||= text === 'commit';
    for (;;) {
      try {
        client ??= await connectWithRetry(pool);
        // A transaction is begun with its first statement, in one round trip.
        const begun =
          opening &&
          client.query(opening, []).then(() => {
            isBegun = true;
          });
        const [, answer] = await Promise.all([begun, client.query(text, values)]);
        // Sent together with the last statements of its transaction, it comes once more by itself.
        committed = text === 'commit' ? answer : undefined;
        return answer;
      } catch (error) {
        isLost ||= isConnectionLost(error);
        // After the commit was sent, nobody can tell whether it happened.
        if (isLost && transaction === 'sent' && !isCommitSent) (isBegun ? uncommitted : unbegun).add(error as object);
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
