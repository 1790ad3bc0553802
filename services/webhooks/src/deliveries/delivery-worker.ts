import { wakeUp } from '@trust/service-kit/wake-up';
import { attemptDeliveries, type DeliveryParts } from './attempt-deliveries.ts';

const lookEveryMs = 1000;

/** Sends what is due: at once when this process has queued it, within a second when another one has, or when a retry is due. */
export function startDeliveries(parts: DeliveryParts): AsyncDisposable {
  const stopped = new AbortController();
  const wake = wakeUp(stopped.signal);
  const forgetCommits = parts.app.db.onCommit(wake.now);
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      const count = await attemptDeliveries(parts).catch((err: unknown) => {
        parts.log.warn({ err }, 'deliveries are postponed');
        return 0;
      });
      if (count === 0) await wake.within(lookEveryMs);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort();
      forgetCommits();
      await ended;
    },
  };
}
