import { type LoopContext, startLoop } from '@trust/service-kit/loop';
import { attemptDeliveries, type DeliveryParts } from './attempt-deliveries.ts';

const lookEveryMs = 1000;

/** Sends what is due: at once when this process has queued it, within a second when another one has, or when a retry is due. */
export function startDeliveries(parts: DeliveryParts): AsyncDisposable {
  const attempt = async ({ sleep }: LoopContext) => {
    if ((await attemptDeliveries(parts)) === 0) await sleep(lookEveryMs);
  };
  return startLoop(parts.log, 'deliveries are postponed', attempt, parts.app.db);
}
