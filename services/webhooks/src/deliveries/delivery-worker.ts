import { type LoopContext, startLoop } from '@trust/service-kit/loop';
import { attemptDeliveries, type DeliveryParts } from './attempt-deliveries.ts';

const lookEveryMs = 1000;

/** Sends due deliveries: at once what this process queued, within a second what another queued or is retried. */
export function startDeliveries(parts: DeliveryParts): AsyncDisposable {
  const attempt = async ({ sleep }: LoopContext) => {
    if ((await attemptDeliveries(parts)) === 0) await sleep(lookEveryMs);
  };
  return startLoop(parts.log, 'deliveries are postponed', attempt, parts.app.db);
}
