import { type LoopContext, startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../../app.ts';
import { settlePayments } from './settle-payments.ts';

const pollIntervalMs = 1000;

/** Payments have their own loop: a payment provider that hangs delays no message (promise L5). A commit wakes it. */
export function startPayments(app: App, log: Log): AsyncDisposable {
  const settle = async ({ sleep }: LoopContext) => {
    if ((await settlePayments(app, log)) === 0) await sleep(pollIntervalMs);
  };
  return startLoop(log, 'Payment worker failed; restarting', settle, app.db);
}
