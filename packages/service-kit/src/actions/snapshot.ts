import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  SelectQueryNode,
  sql,
  type Transaction,
} from 'kysely';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';

/**
 * Runs `work` on one snapshot of the database, so that a rule can be asked which refuses a request in the transaction of
 * that request: a lock of rows is left out, the same statement is sent once, and Postgres refuses a write.
 */
export function onSnapshot<Tables, Result>(
  db: AnyDatabase,
  work: (snapshot: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transact((trx) => {
    // Not awaited: it goes with the first statement, and a failure fails that one too.
    sql`set transaction isolation level repeatable read, read only`.execute(trx).catch(() => {});
    return trx.getExecutor().provideConnection((connection) => work(snapshotOf(connection)));
  });
}

function snapshotOf<Tables>(connection: DatabaseConnection): Transaction<Tables> {
  const snapshot = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(new RepeatedReads(connection)),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [withoutLocks],
  });
  return snapshot satisfies Omit<AnyTrx, 'isTransaction'> as unknown as Transaction<Tables>;
}

/** A lock would wait for writers, and a transaction that only reads may take none. */
const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode =>
    SelectQueryNode.is(node) ? { ...node, endModifiers: undefined } : node,
  transformResult: async ({ result }) => result,
};

/** In one snapshot the same statement has the same result, and the rules of a thing read the same rows. */
class RepeatedReads implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #results = new Map<string, Promise<QueryResult<unknown>>>();

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const key = JSON.stringify([query.sql, query.parameters]);
    let result = this.#results.get(key);
    if (!result) {
      result = this.#connection.executeQuery(query);
      this.#results.set(key, result);
    }
    return result as Promise<QueryResult<Row>>;
  }

  streamQuery(): never {
    throw new Error('A snapshot streams nothing.');
  }
}

function driverOf(connection: DatabaseConnection): Driver {
  const nested = async () => {
    throw new Error('A snapshot is one transaction.');
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: nested,
    commitTransaction: nested,
    rollbackTransaction: nested,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
