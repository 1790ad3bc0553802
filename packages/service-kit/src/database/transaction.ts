import { CompiledQuery, type QueryExecutorProvider } from 'kysely';

/** Any transaction, whatever its tables. Functions that must run inside one take this, so `db` cannot be passed by mistake. */
export type AnyTrx = QueryExecutorProvider & { readonly isTransaction: true };

/** A database of any tables. */
export type AnyDatabase = QueryExecutorProvider & {
  transact<Result>(work: (trx: AnyTrx) => Promise<Result>): Promise<Result>;
};

/**
 * Sends statements of a transaction at once, in one round trip instead of many. Postgres runs them one after the other, and each sees what
 * has been committed before it is its turn: a lock and what is to be read under it may go together. Returns the rows of each; throws the
 * error of the first that failed.
 */
export function pipeline<Rows extends unknown[]>(
  trx: AnyTrx,
  ...statements: { [Index in keyof Rows]: CompiledQuery<Rows[Index]> }
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  return trx.getExecutor().provideConnection(async (connection) => {
    const results = await Promise.all(statements.map((statement) => connection.executeQuery(statement)));
    return results.map(({ rows }) => rows) as { [Index in keyof Rows]: Rows[Index][] };
  });
}

const endings = new WeakMap<AnyTrx, (() => CompiledQuery)[]>();

/** Keeps a statement that nothing in the transaction waits for until the transaction's work is done; all of them go together then. */
export function beforeCommit(trx: AnyTrx, statement: () => CompiledQuery): void {
  const ending = endings.get(trx);
  if (!ending) throw new Error('Only within the work of `db.transact`.');
  ending.push(statement);
}

/** Does the work of a transaction, and then what it has put off, together with the commit. */
export async function withDeferredStatements<Trx extends AnyTrx, Result>(
  trx: Trx,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const ending: (() => CompiledQuery)[] = [];
  endings.set(trx, ending);
  const result = await work(trx);
  endings.delete(trx);
  if (ending.length > 0) await pipeline(trx, ...ending.map((statement) => statement()), CompiledQuery.raw('commit'));
  return result;
}
