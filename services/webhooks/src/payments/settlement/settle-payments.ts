import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Log } from '@trust/service-kit/observability/log';
import { type App, audit } from '../../app.ts';
import { nextAttemptAt } from '../../deliveries/retry-schedule.ts';
import { type PaymentProvider, PaymentRefused, type ProviderPayment } from '../../payment-provider.ts';
import { lockPayment, type PaymentRow, priceOf, updatePayment } from '../intents/queries.ts';
import { hasEnded, type PaymentState } from '../intents/states.ts';
import { applyProviderPayment, type Checked } from './apply-provider-payment.ts';
import { isCheckDue, lockDuePayments } from './due-payments.ts';

const batch = 8;
const timeoutMs = 15_000;

type Due = { row: PaymentRow; checked: Checked };

/**
 * Asks the payment provider about the payments that are due, and returns their number. Replicas can run this
 * concurrently. No transaction is open while the provider is asked.
 */
export async function settlePayments(app: App, log: Log): Promise<number> {
  const { payments } = app;
  // No transaction: its commit would wake the worker in an endless loop.
  if (!payments || !(await isCheckDue(app.db, payments.name, app.now()))) return 0;
  const due = await takeDue(app, payments);
  await Promise.all(due.map((one) => settle(app, payments, one, log)));
  return due.length;
}

/** Schedules the next check before asking, so that a crash does not lose the payment. */
function takeDue({ db, now }: App, { name }: PaymentProvider): Promise<Due[]> {
  return db.transact(async (trx) => {
    const askedAt = now();
    const rows = await lockDuePayments(trx, name, askedAt, batch);
    const due: Due[] = [];
    for (const row of rows) {
      const attempt = row.attempt_count + 1;
      const nextCheckAt = nextAttemptAt(attempt, askedAt);
      await updatePayment(trx, row.id, { attempt_count: attempt, next_check_at: nextCheckAt });
      due.push({ row, checked: { id: row.id, askedAt, nextCheckAt } });
    }
    return due;
  });
}

async function settle(app: App, provider: PaymentProvider, { row, checked }: Due, log: Log): Promise<void> {
  try {
    // It was never created there, so there is nothing to cancel.
    if (row.cancel_requested_at && row.attempt_count === 0) return await end(app, row, { state: 'cancelled' });
    const found = await ask(provider, row);
    if (found) await applyProviderPayment(app, checked, found);
  } catch (err) {
    if (err instanceof PaymentRefused && !row.reference)
      return end(app, row, { state: 'failed', failure_code: err.code.slice(0, 100) });
    log.warn({ err, attempt: row.attempt_count + 1 }, 'Payment provider failed; will be retried');
  }
}

function ask(provider: PaymentProvider, row: PaymentRow): Promise<ProviderPayment | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { id, reference, cancel_requested_at } = row;
  if (!reference) return provider.create({ paymentId: id, amount: priceOf(row) }, signal);
  return cancel_requested_at && !hasEnded(row.state as PaymentState)
    ? provider.cancel(reference, signal)
    : provider.find(reference, signal);
}

async function end(
  { db, now }: App,
  { id }: PaymentRow,
  change: { state: 'cancelled' | 'failed'; failure_code?: string },
): Promise<void> {
  await db.transact(async (trx) => {
    const row = await lockPayment(trx, id);
    if (row?.state !== 'created') return;
    await updatePayment(trx, id, { ...change, ended_at: now(), next_check_at: null });
    await audit(trx, systemAudit('settlePayments', { by: 'schedule', at: now() }), {
      objectType: 'payment_intent',
      objectId: id,
      before: { state: 'created' },
      after: { state: change.state },
    });
  });
}
