import type { Log } from '@trust/service-kit/log';
import { startLoop, type Turn } from '@trust/service-kit/loop';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { noticeUploads } from '../storage/notice-uploads.ts';
import { sweepStore } from '../storage/sweep-store.ts';
import { scanDueVersions } from './scan-versions.ts';

const pollMs = 1000;
const sweepEveryMs = 60_000;

/**
 * Scans after every commit, and once a second what is due again. Once a minute it compares the store with what we know, both ways: what has
 * arrived without a word, and what belongs to nothing (promise U7).
 */
export function startScanning(app: App, log: Log): AsyncDisposable {
  let sweptAt = 0;
  const turn = async ({ stopped, rest }: Turn) => {
    await asTheOnlyOne(app, async () => {
      let scanned = 1;
      while (scanned > 0 && !stopped.aborted) scanned = await scanDueVersions(app);
      if (Date.now() - sweptAt < sweepEveryMs) return;
      sweptAt = Date.now();
      await noticeUploads(app);
      await sweepStore(app);
    });
    await rest(pollMs);
  };
  return startLoop(log, 'scanning starts again', turn, app.db);
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
