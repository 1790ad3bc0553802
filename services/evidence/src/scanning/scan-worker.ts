import { setTimeout as delay } from 'node:timers/promises';
import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../app.ts';
import { scanTaken, type Taken, takeNext } from './scan-versions.ts';

const pollMs = 1000;
const afterFailureMs = 1000;

/**
 * Scans after every commit, and once a second what is due again: up to `places` documents at a time, each of another provider. The last
 * free place is only for providers whose documents have not run out of time of late, and one at a time for what did.
 */
export function startScanning(app: App, log: Log, places: number): AsyncDisposable {
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, Taken>();

  function begin(taken: Taken): void {
    const work = scan(taken).finally(() => {
      underWay.delete(work);
      loop.wake();
    });
    underWay.set(work, taken);
  }
  async function scan(taken: Taken): Promise<void> {
    try {
      await scanTaken(app, taken, stopping.signal);
    } catch (err) {
      log.warn({ err }, 'a scan has no result');
      await delay(afterFailureMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  async function next(): Promise<Taken | undefined> {
    const free = places - underWay.size;
    if (free === 0 || !app.scanner || stopping.signal.aborted) return undefined;
    const isLateUnderWay = [...underWay.values()].some(({ version }) => version.out_of_time > 0);
    return takeNext(app, { forLate: free > 1 && !isLateUnderWay, onlyQuiet: free === 1 });
  }
  const loop = startLoop(
    log,
    'scanning starts again',
    async ({ sleep }) => {
      for (let taken = await next(); taken; taken = await next()) begin(taken);
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
