import { createHash, randomInt } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { unavailable } from '../http/problem.ts';
import { withSpan } from '../observability/telemetry.ts';
import { remainingTime, runOutsideRequest } from '../request-scope.ts';
import { PipeliningDialect } from './lease.ts';
import { isConnectionLost, sqlState } from './sql-error.ts';
import { withDeferredStatements } from './transaction.ts';

export type DatabaseOptions = {
  url: string;
  /** Connections at most; 1 in tests, so that a query on `db` inside a transaction fails at once. */
  max?: number;
  /** Milliseconds to wait for a connection. */
  connectTimeout?: number;
};

// A date has no time zone, so it stays the text that it is; everything else as pg does it.
const dateOid = 1082;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === dateOid ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
};

/** A service's database: Kysely over a pool that names its statements, with the one way to open a transaction. */
export class Database<Tables> extends Kysely<Tables> {
  readonly pool: pg.Pool;
  readonly #commitListeners = new Set<() => void>();

  constructor(pool: pg.Pool) {
    super({ dialect: new PipeliningDialect(pool) });
    this.pool = pool;
  }

  /**
   * Runs `work` in one transaction, then calls the commit listeners. Serialization failures, deadlocks and a
   * connection lost before the commit is sent run it again, up to three times (promises C5, C6): `work` must
   * only use `trx`.
   */
  async transact<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      let phase = 'connecting' as 'connecting' | 'working' | 'committing';
      let sent: Promise<unknown> | undefined;
      try {
        const result = await this.transaction().execute(async (trx) => {
          phase = 'working';
          const done = await withDeferredStatements(trx, work);
          phase = 'committing';
          sent = done.sent;
          return done.result;
        });
        runOutsideRequest(() => {
          for (const listener of this.#commitListeners) listener();
        });
        return result;
      } catch (error) {
        // Postgres answers the commit with a rollback; the statement that failed before it says why.
        const cause =
          (await sent?.then(
            () => undefined,
            (failure: unknown) => failure,
          )) ?? error;
        // A lost commit may have happened.
        const isRolledBack = isRetryable(cause) || (phase === 'working' && isConnectionLost(cause));
        if (attempt > 3 || !isRolledBack) throw cause;
        await delay(randomInt(10, 100));
      }
    }
  }

  /** Calls `listener` after every commit of this process; returns how to stop that. */
  onCommit(listener: () => void): () => void {
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }
}

const statementTimeout = 5000;

/** Opens the pool with the timeouts of `reliability.md` §3. Nothing connects before the first query. */
export function openDb<Tables>({ url, max = 10, connectTimeout = 2000 }: DatabaseOptions): Database<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 6000,
    keepAlive: true,
    // Statements that nobody waits in between are sent at once (`together`), and in one write.
    pipeline: true,
    stream: gathering,
  });
  const names: StatementNames = new Map();
  // Without listeners a connection that Postgres closes would end the process (pg #3202, #2439).
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    nameStatements(client, names);
  });
  return new Database<Tables>(pool);
}

/** A socket that writes what is sent in one turn of the event loop together: each write wakes a process of Postgres. */
function gathering(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isGathering = false;
  socket.write = (...args: unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      process.nextTick(() => {
        isGathering = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
  return socket;
}

const nameable = /^\s*(select|insert|update|delete|with)\b/i;
const mostNames = 500;

/** The names of a pool's statements, by their text. */
type StatementNames = Map<string, string>;

/** Kysely never names a statement; naming makes Postgres plan it once per connection (`performance.md` rule 2). */
function nameOf(text: string, names: StatementNames): string | undefined {
  const known = names.get(text);
  if (known) return known;
  // A text that varies (a literal spliced in) must not fill Postgres' memory with plans.
  if (names.size >= mostNames || !nameable.test(text)) return undefined;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

function nameStatements(client: pg.PoolClient, names: StatementNames): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, ...rest);
    const left = remainingTime();
    // Nothing is begun for a caller who has had his 503 (promise L4), and what was begun is not kept; but it is taken back.
    if (left <= 0 && !/^rollback/i.test(text)) return Promise.reject(unavailable());
    if (text === 'begin' && left < statementTimeout)
      return send(`begin; set local statement_timeout = ${Math.ceil(left)}`);
    const name = nameOf(text, names);
    return withSpan(
      {
        name: text.slice(0, 60),
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      },
      () => send(name ? { name, text, values } : { text, values }, ...rest),
    );
  };
  client.query = query as typeof client.query;
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}
