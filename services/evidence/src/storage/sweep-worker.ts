import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import { withAdvisoryLock } from '../advisory-lock.ts';
import type { App } from '../app.ts';
import { declareLosses } from '../losses/declare-losses.ts';
import { recordArrivedParts } from '../upload-intents/sending/record-arrived-parts.ts';
import { sweepStore } from './sweep-store.ts';

const everyMs = 60_000;

/** Once a minute the store is asked what has arrived without a word, and a stretch of it is compared with what we know (promise U7). */
export function startSweeping(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'the sweep of the store starts again', async ({ sleep }) => {
    await withAdvisoryLock(app.db, 'evidence sweep', async () => {
      await recordArrivedParts(app);
      await sweepStore(app, log);
      await declareLosses(app, log);
    });
    await sleep(everyMs);
  });
}
