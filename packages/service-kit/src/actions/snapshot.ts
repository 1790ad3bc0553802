import {
  CompiledQuery,
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
  type Transaction,
} from 'kysely';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';

/**
 * Runs `work` on one snapshot of the database, where it can ask the rules that refuse requests: a lock of rows is left out,
 * the same statement is sent once, and Postgres refuses a write.
 */
export function onSnapshot<Tables, Result>(
  db: AnyDatabase,
  work: (snapshot: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transact((trx) =>
    trx.getExecutor().provideConnection(async (connection) => {
      // Not awaited: it goes with the first statement, and a failure fails that one too.
      connection.executeQuery(CompiledQuery.raw(modes)).catch(() => {});
      const reads = new RepeatedReads(connection);
      try {
        return await work(snapshotOf(reads));
      } finally {
        reads.end();
      }
    }),
  );
}

const modes = 'set transaction isolation level repeatable read, read only';

function snapshotOf<Tables>(reads: RepeatedReads): Transaction<Tables> {
  const snapshot = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(reads),
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
  #hasEnded = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** The next request may have the connection then. */
  end(): void {
    this.#hasEnded = true;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#hasEnded) throw new Error('The snapshot has ended.');
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
