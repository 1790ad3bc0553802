import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import { withAdvisoryLock } from '../../advisory-lock.ts';
import type { App } from '../../app.ts';
import { recordArrivedParts } from '../../upload/sending/record-arrived-parts.ts';
import { markLostVersions } from './mark-lost-versions.ts';
import { sweepStore } from './sweep-store.ts';

const everyMs = 60_000;

/** Promise U7: one replica at a time, once a minute. */
export function startSweeping(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'the sweep of the store starts again', async ({ sleep }) => {
    await withAdvisoryLock(app.db, 'evidence sweep', async () => {
      await recordArrivedParts(app);
      await sweepStore(app, log);
      await markLostVersions(app, log);
    });
    await sleep(everyMs);
  });
}
