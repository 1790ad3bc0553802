import type { Log } from '@trust/service-kit/observability/log';
import { Cron } from 'croner';
import type { App } from '../../app.ts';
import { reconcile } from './reconcile.ts';

/** Every hour, in UTC; all replicas have the same scheduled times, and one leads each. */
const schedule = '7 * * * *';

export function startReconciliation(app: App, log: Log): Disposable {
  const job = new Cron(schedule, { utcOffset: 0, protect: true }, async (self) => {
    const scheduledFor = self.currentRun() ?? app.now();
    scheduledFor.setUTCSeconds(0, 0);
    try {
      const result = await reconcile(app, scheduledFor);
      if (result) log.info({ count: result.differences }, 'Payments reconciled');
    } catch (err) {
      log.error({ err }, 'Reconciliation failed; the next run repeats it');
    }
  });
  return { [Symbol.dispose]: () => job.stop() };
}
