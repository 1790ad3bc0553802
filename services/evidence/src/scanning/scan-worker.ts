import { setTimeout as delay } from 'node:timers/promises';
import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../app.ts';
import { runScanJob, type ScanJob, takeNextJob } from './scan-versions.ts';

const pollMs = 1000;
const afterFailureMs = 1000;

/** Last free slot: quiet providers only. At most one slot: documents that timed out (ADR 0033). */
export function startScanning(app: App, log: Log, slots: number): AsyncDisposable {
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, ScanJob>();

  function begin(job: ScanJob): void {
    const work = scan(job).finally(() => {
      underWay.delete(work);
      loop.wake();
    });
    underWay.set(work, job);
  }
  async function scan(job: ScanJob): Promise<void> {
    try {
      await runScanJob(app, job, stopping.signal);
    } catch (err) {
      log.warn({ err }, 'Scan failed without a result');
      await delay(afterFailureMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  async function next(): Promise<ScanJob | undefined> {
    const free = slots - underWay.size;
    if (free === 0 || !app.scanner || stopping.signal.aborted) return undefined;
    if ((await app.scanner.isTrusted?.()) === false) return undefined;
    const hasTimedOutJob = [...underWay.values()].some(({ version }) => version.out_of_time > 0);
    return takeNextJob(app, { acceptsTimedOut: free > 1 && !hasTimedOutJob, quietOnly: free === 1 });
  }
  const loop = startLoop(
    log,
    'scanning starts again',
    async ({ sleep }) => {
      for (let job = await next(); job; job = await next()) begin(job);
      await sleep(pollMs);
    },
    app.db,
  );
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await loop[Symbol.asyncDispose]();
      await Promise.all(underWay.keys());
    },
  };
}
