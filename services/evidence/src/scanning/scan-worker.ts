import type { Log } from '@trust/service-kit/log';
import { startLoop, type Turn } from '@trust/service-kit/loop';
import type { App } from '../app.ts';
import { asTheOnlyOne } from '../only-one.ts';
import { scanDueVersions } from './scan-versions.ts';

const pollMs = 1000;

/** Scans after every commit, and once a second what is due again. */
export function startScanning(app: App, log: Log): AsyncDisposable {
  const turn = async ({ stopped, rest }: Turn) => {
    await asTheOnlyOne(app.db, 'evidence scan', async () => {
      let scanned = 1;
      while (scanned > 0 && !stopped.aborted) scanned = await scanDueVersions(app);
    });
    await rest(pollMs);
  };
  return startLoop(log, 'scanning starts again', turn, app.db);
}
