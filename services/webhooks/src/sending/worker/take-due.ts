import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../../app.ts';
import { countAttempt } from '../../deliveries/delivery-metrics.ts';
import {
  beginAttempt,
  type DeliveryRow,
  endDelivery,
  lockDueDeliveries,
  parkDelivery,
} from '../../deliveries/due-deliveries.ts';
import type { Lane } from '../../deliveries/lanes.ts';
import { finalFailure, nextAttemptAt } from '../../deliveries/retry-schedule.ts';
import type { Senders } from '../senders/message-sender.ts';

export type DeliveryDependencies = { app: App; senders: Senders; log: Log };

/** Schedules the next attempt before sending, so that a crash does not lose the delivery. */
export function takeDue({ db, now }: App, lane: Lane, limit: number): Promise<{ count: number; ready: DeliveryRow[] }> {
  return db.transact(async (trx) => {
    const at = now();
    const due = await lockDueDeliveries(trx, { lane, now: at, limit });
    const ready: DeliveryRow[] = [];
    for (const delivery of due) {
      const failure = finalFailure({ attempts: delivery.attempt_count, expiresAt: delivery.expires_at }, at);
      if (failure === 'attempts_used') await parkDelivery(trx, delivery, at);
      else if (failure) await endDelivery(trx, delivery, { state: 'failed', failure }, at);
      else {
        await beginAttempt(trx, delivery, nextAttemptAt(delivery.attempt_count + 1, at));
        ready.push(delivery);
      }
      if (failure) countAttempt(delivery.channel, failure);
    }
    return { count: due.length, ready };
  });
}
