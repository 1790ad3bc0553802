import { randomInt } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { withSpan } from '../observability/telemetry.ts';
import { unavailable } from '../problems/problem.ts';
import { remainingTime, runOutsideRequest } from '../request-scope.ts';
import { trustOwnCa } from '../tls/certificates.ts';
import { PipeliningDialect } from './lease.ts';
import { isConnectionLost, isPlanOutdated, sqlState } from './sql-error.ts';
import { StatementNames } from './statement-names.ts';
import { type AnyTrx, withDeferredStatements } from './transaction.ts';

export type DatabaseOptions = {
  url: string;
  /** Bypasses PgBouncer, for session-level locks and settings. With it, `url` may be in transaction mode (ADR 0094). */
  directUrl?: string | undefined;
  /** 1 in tests, so that a query on `db` inside a transaction fails. */
  max?: number;
  /** Milliseconds. */
  connectTimeout?: number;
  /** In place of `sessionLimits`. */
  limits?: typeof sessionLimits;
};

// Dates have no time zone, so they stay text.
const dateOid = 1082;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === dateOid ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
};

export class Database<Tables> extends Kysely<Tables> {
  readonly pool: pg.Pool;
  /** Connections that keep their session, for session locks and `set` outside a transaction. */
  readonly direct: pg.Pool;
  readonly #commitListeners = new Set<(trx: AnyTrx) => void>();

  constructor(pool: pg.Pool, direct = pool) {
    super({ dialect: new PipeliningDialect(pool) });
    this.pool = pool;
    this.direct = direct;
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.direct !== this.pool && this.direct.end()]);
  }

  /**
   * Retries up to three times after a serialization failure, a deadlock, a changed table or a connection lost before
   * the commit (promises C5, C6), so `work` must only use `trx`.
   */
  async transact<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      let phase = 'connecting' as 'connecting' | 'working' | 'committing';
      let failure: Promise<unknown> | undefined;
      try {
        const { trx, result } = await this.transaction().execute(async (trx) => {
          phase = 'working';
          const done = await withDeferredStatements(trx, work);
          phase = 'committing';
          failure = done.failure;
          return { trx, result: done.result };
        });
        runOutsideRequest(() => {
          for (const listener of this.#commitListeners) listener(trx);
        });
        return result;
      } catch (error) {
        // The failed commit only reports a rollback; the deferred statement has the cause.
        const cause = (await failure) ?? error;
        // A lost commit may have succeeded, so it is not retried.
        const isRolledBack = isRetryable(cause) || (phase === 'working' && isConnectionLost(cause));
        if (attempt > 3 || !isRolledBack) throw cause;
        await delay(randomInt(10, 100));
      }
    }
  }

  /** Calls `listener` after every commit of this process; returns its removal. */
  onCommit(listener: (trx: AnyTrx) => void): () => void {
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }
}

/** The transaction of an app's database. */
export type TrxOf<App> = App extends { db: Database<infer Tables> } ? Transaction<Tables> : AnyTrx;

/** Milliseconds. The database's roles have them too, because PgBouncer takes none from a client. */
export const sessionLimits = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Opens the pool with its timeouts (docs/domain/wire-conventions.md 41). */
export function openDb<Tables>({ url, directUrl = url, ...sizes }: DatabaseOptions): Database<Tables> {
  trustOwnCa();
  const { max = 10, connectTimeout = 2000, limits = sessionLimits } = sizes;
  // Later than the limit of the session, whose error says what was too slow.
  const query_timeout = limits.statement_timeout + 1000;
  const options = { max, connectionTimeoutMillis: connectTimeout, query_timeout };
  const direct = openPool({ ...options, ...limits, connectionString: directUrl }, new StatementNames());
  // PgBouncer refuses the limits, and before 1.21 loses named statements (ADR 0094).
  const pool = directUrl === url ? direct : openPool({ ...options, connectionString: url });
  return new Database<Tables>(pool, direct);
}

function openPool(options: pg.PoolConfig, names?: StatementNames): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    types,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Needed by `pipeline`.
    pipeline: true,
    stream: gathering,
  });
  // Without listeners a closed connection would end the process (pg #3202, #2439).
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    nameStatements(client, names);
  });
  return pool;
}

/** Joins the writes of one event loop turn: each write wakes a Postgres process. */
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

function nameStatements(client: pg.PoolClient, names?: StatementNames): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, ...rest);
    const left = remainingTime();
    // Deadline passed: reject every statement except rollback (promise L4).
    if (left <= 0 && !/^rollback/i.test(text))
      return Promise.reject(unavailable({ upstream: 'self', reason: 'out of time' }));
    if (text === 'begin' && left < sessionLimits.statement_timeout)
      return send(`begin; set local statement_timeout = ${Math.ceil(left)}`);
    const name = names?.of(text);
    const sent = withSpan(
      {
        name: text.slice(0, 60),
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      },
      () => send(name ? { name, text, values } : { text, values }, ...rest),
    );
    if (name && sent instanceof Promise) sent.catch((error) => isPlanOutdated(error) && names?.forget(name));
    return sent;
  };
  client.query = query as typeof client.query;
}

const isRetryable = (error: unknown) => /^40(001|P01)$/.test(sqlState(error) ?? '') || isPlanOutdated(error);
