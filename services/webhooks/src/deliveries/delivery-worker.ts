import { type LoopContext, startLoop } from '@trust/service-kit/loop';
import { attemptDeliveries, type DeliveryDependencies } from './attempt-deliveries.ts';

const pollIntervalMs = 1000;

/** A commit wakes the worker; polling finds retries and deliveries of other replicas. */
export function startDeliveries(dependencies: DeliveryDependencies): AsyncDisposable {
  const attempt = async ({ sleep }: LoopContext) => {
    if ((await attemptDeliveries(dependencies)) === 0) await sleep(pollIntervalMs);
  };
  return startLoop(dependencies.log, 'Delivery worker failed; restarting', attempt, dependencies.app.db);
}
