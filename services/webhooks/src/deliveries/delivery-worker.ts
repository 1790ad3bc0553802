import { type LoopContext, startLoop } from '@trust/service-kit/loop';
import { attemptDeliveries, type DeliveryParts } from './attempt-deliveries.ts';

const pollIntervalMs = 1000;

/** A commit wakes the worker; polling finds retries and deliveries of other replicas. */
export function startDeliveries(parts: DeliveryParts): AsyncDisposable {
  const attempt = async ({ sleep }: LoopContext) => {
    if ((await attemptDeliveries(parts)) === 0) await sleep(pollIntervalMs);
  };
  return startLoop(parts.log, 'Delivery worker failed; restarting', attempt, parts.app.db);
}
