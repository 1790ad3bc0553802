import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from '@trust/service-kit/database/sql-error';
import { trustOwnCa } from '@trust/service-kit/tls/certificates';
import pg from 'pg';

export type Report = (line: string) => void;

/** Milliseconds. Every later request for a table waits behind a migration that waits for a lock on it. */
const lockTimeout = 2000;

/** The one connection of a migrator. Its statements have no limit, and its waits for locks a short one. */
export type Session = AsyncDisposable & { client: pg.Client; url: string; report: Report };

/** Waits while another migrator of the database is at work. */
export async function openSession(url: string, lock: 'migration' | 'backfill', report: Report): Promise<Session> {
  trustOwnCa();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: lock,
  });
  // Without a listener a closed connection would end the process; the statement that waits for it fails.
  client.on('error', () => {});
  await client.connect();
  const session = { client, url, report, [Symbol.asyncDispose]: () => client.end() };
  try {
    // A killed migrator must not leave its statement at work.
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${lockTimeout};
       set client_connection_check_interval = '5s'`,
    );
    await takeTurn(session, lock);
    return session;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Asks again and again, because `create index concurrently` would wait for a session that waits for the lock. */
async function takeTurn({ client, report }: Session, lock: string): Promise<void> {
  for (let asked = 0; ; asked += 1) {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtext('trust'), hashtext($1)) as is_mine", [
      lock,
    ]);
    if (rows[0].is_mine) return;
    if (asked % 60 === 0) report(`Another ${lock} of this database is at work. Waiting for its end.`);
    await delay(500);
  }
}

/** What `work` does and records commits together: a crash cannot separate them. */
export async function inTransaction({ client }: Session, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** A wait for a lock that ended, a deadlock, or a serialization failure. */
const blocked = new Set(['55P03', '40P01', '40001']);
const longestPause = 2000;

/**
 * Repeats `work` while others hold what it needs, and lets them work in between: who waits for a lock stops everybody who comes later.
 * `attempts`: 60 take about four minutes.
 */
export async function untilUnblocked(
  work: () => Promise<void>,
  attempts: number,
  onWait: (attempt: number) => void = () => {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const state = sqlState(error) ?? sqlState((error as Error).cause) ?? '';
      if (!blocked.has(state) || attempt === attempts) throw error;
      onWait(attempt);
      await delay(Math.min(attempt * 100, longestPause));
    }
  }
}
