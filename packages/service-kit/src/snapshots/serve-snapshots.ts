import { setTimeout as delay } from 'node:timers/promises';
import { handleAdminRequest } from '../bus/admin.ts';
import type { Bus } from '../bus/bus.ts';
import type { AnyDatabase } from '../database/transaction.ts';
import type { Log } from '../observability/log.ts';
import { announceNext, beginRun, readProgress, type SnapshotProgress, type SnapshotSource } from './snapshot-run.ts';

type Options<App> = {
  service: string;
  sources: readonly SnapshotSource<App>[];
  app: App;
  db: AnyDatabase;
  bus: Bus;
  log: Log;
};

/** A request works for about this long, so that a run ends soon after its command. */
const sliceMs = 1000;

/**
 * Handles `events.<service>.snapshot`. Input: `begin` (`continue` or `anew`) in the first request of a
 * command, `rate` in aggregates per second.
 */
export function serveSnapshots<App>({ service, bus, log, ...parts }: Options<App>): Disposable {
  return handleAdminRequest(bus, service, 'snapshot', log, async ({ begin, rate = '' }) => {
    const isContinued = begin ? await beginRun(parts, begin === 'anew') : false;
    return { ...(await announceSlice(parts, Number(rate) || 200)), isContinued };
  });
}

/** Announces `rate` aggregates a second, for about a second. Returns the progress of the run. */
export async function announceSlice<App>(
  parts: Pick<Options<App>, 'db' | 'app' | 'sources'>,
  rate: number,
): Promise<SnapshotProgress | undefined> {
  const start = performance.now();
  for (let count = 1; performance.now() - start < sliceMs; count++) {
    const progress = await announceNext(parts);
    if (!progress || progress.isFinished) return progress ?? readProgress(parts.db);
    const early = start + (count * 1000) / rate - performance.now();
    if (early > 0) await delay(early);
  }
  return readProgress(parts.db);
}
