import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@trust/service-kit/log';
import { wakeUp } from '@trust/service-kit/wake-up';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { sweepStore } from '../storage/sweep-store.ts';
import { scanDueVersions } from './scan-versions.ts';

const pollMs = 1000;
const sweepEveryMs = 60 * 60 * 1000;

/** Scans after every commit, and once a second what is due again; once an hour it clears the store of what belongs to nothing. */
export function startScanning(app: App, log: Log): AsyncDisposable {
  const stopped = new AbortController();
  const wake = wakeUp(stopped.signal);
  const forgetCommits = app.db.onCommit(() => wake.now());
  let sweptAt = 0;

  async function turn(): Promise<void> {
    await asTheOnlyOne(app, async () => {
      let scanned = 1;
      while (scanned > 0 && !stopped.signal.aborted) scanned = await scanDueVersions(app);
      if (Date.now() - sweptAt < sweepEveryMs) return;
      sweptAt = Date.now();
      await sweepStore(app);
    });
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await turn();
      } catch (err) {
        log.warn({ err }, 'scanning starts again');
        await delay(pollMs, undefined, { signal: stopped.signal }).catch(() => {});
      }
      await wake.within(pollMs);
    }
  }

  const ended = run();
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort();
      forgetCommits();
      await ended;
    },
  };
}

/** Of all replicas one works at a time. The lock is the connection's, so it goes with a process that dies. */
async function asTheOnlyOne({ db }: App, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      held: boolean;
    }>`select pg_try_advisory_lock(hashtextextended('evidence scan', 0)) as held`.execute(connection);
    if (!rows[0]?.held) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('evidence scan', 0))`.execute(connection);
    }
  });
}
