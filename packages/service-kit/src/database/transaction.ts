import type { CompiledQuery, QueryExecutorProvider } from 'kysely';

/** A transaction on any tables. As a parameter it refuses `db` at compile time. */
export type AnyTrx = QueryExecutorProvider & { readonly isTransaction: true };

export type AnyDatabase = QueryExecutorProvider & {
  transact<Result>(work: (trx: AnyTrx) => Promise<Result>): Promise<Result>;
};

export type Statements<Rows extends unknown[]> = { [Index in keyof Rows]: CompiledQuery<Rows[Index]> };
export type RowLists<Rows extends unknown[]> = { [Index in keyof Rows]: Rows[Index][] };

/** Sends statements in one round trip. Each has a new snapshot, so it may read under a lock. */
export function pipeline<Rows extends unknown[]>(
  trx: AnyTrx,
  ...statements: Statements<Rows>
): Promise<RowLists<Rows>> {
  return trx.getExecutor().provideConnection(async (connection) => {
    const results = await Promise.all(statements.map((statement) => connection.executeQuery(statement)));
    return results.map(({ rows }) => rows) as RowLists<Rows>;
  });
}

const deferred = new WeakMap<AnyTrx, (() => CompiledQuery)[]>();

/** Defers a statement to the commit. */
export function beforeCommit(trx: AnyTrx, statement: () => CompiledQuery): void {
  const statements = deferred.get(trx);
  if (!statements) throw new Error('`beforeCommit` requires an open `db.transact` transaction.');
  statements.push(statement);
}

/** `failure` resolves with the first error of the deferred statements. */
export async function withDeferredStatements<Trx extends AnyTrx, Result>(
  trx: Trx,
  work: (trx: Trx) => Promise<Result>,
): Promise<{ result: Result; failure: Promise<unknown> }> {
  const statements: (() => CompiledQuery)[] = [];
  deferred.set(trx, statements);
  const result = await work(trx);
  deferred.delete(trx);
  const failure = pipeline(trx, ...statements.map((statement) => statement())).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { result, failure };
}
