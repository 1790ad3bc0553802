import type { CompiledQuery, QueryExecutorProvider } from 'kysely';

/** A transaction on any tables. A function that must run in one takes this, so that `db` does not compile. */
export type AnyTrx = QueryExecutorProvider & { readonly isTransaction: true };

/** A database of any tables. */
export type AnyDatabase = QueryExecutorProvider & {
  transact<Result>(work: (trx: AnyTrx) => Promise<Result>): Promise<Result>;
};

/**
 * Sends statements of a transaction in one round trip. Postgres runs them in order, and each sees what was
 * committed before its turn, so a lock and the read under it may go together. Returns the rows of each;
 * throws the error of the first that failed.
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

const deferred = new WeakMap<AnyTrx, (() => CompiledQuery)[]>();

/** Defers a statement whose result the transaction does not need: it goes out with the commit. */
export function beforeCommit(trx: AnyTrx, statement: () => CompiledQuery): void {
  const statements = deferred.get(trx);
  if (!statements) throw new Error('`beforeCommit` needs a transaction of `db.transact` that is still open.');
  statements.push(statement);
}

/**
 * Does the work of a transaction and sends what it has deferred. `sent` resolves once those statements have
 * run, and rejects with the error of the first that failed; the commit is sent before it settles.
 */
export async function withDeferredStatements<Trx extends AnyTrx, Result>(
  trx: Trx,
  work: (trx: Trx) => Promise<Result>,
): Promise<{ result: Result; sent: Promise<unknown> }> {
  const statements: (() => CompiledQuery)[] = [];
  deferred.set(trx, statements);
  const result = await work(trx);
  deferred.delete(trx);
  const sent = pipeline(trx, ...statements.map((statement) => statement()));
  sent.catch(() => {});
  return { result, sent };
}
