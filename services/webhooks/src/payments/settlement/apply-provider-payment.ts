import { systemAudit } from '@trust/service-kit/audit/audit';
import { seal } from '@trust/service-kit/sealing/seal';
import { type App, audit, type Trx } from '../../app.ts';
import { isSameAmount, type ProviderPayment, refundedOf } from '../../payment-provider.ts';
import { lockPayment, type PaymentRow, priceOf, updatePayment } from '../intents/queries.ts';
import { hasEnded, type PaymentState, paymentTransitions } from '../intents/states.ts';
import { bookPayment, bookRefund } from '../ledger/book.ts';
import { recordDifference } from '../ledger/differences.ts';

/** `askedAt`: when the request to the provider began. `nextCheckAt`: was set before it. */
export type Checked = { id: string; askedAt: Date; nextCheckAt: Date };

/**
 * Drops an answer that is older than one already applied: concurrent checks may end in any order (promise W5). One with
 * another amount or currency than the price is a difference and changes nothing (promise T8).
 */
export async function applyProviderPayment(
  app: App,
  { id, askedAt, nextCheckAt }: Checked,
  found: ProviderPayment,
): Promise<void> {
  await app.db.transact(async (trx) => {
    const row = await lockPayment(trx, id);
    if (!row || (row.checked_at && row.checked_at > askedAt)) return;
    const isUntouched = row.next_check_at?.getTime() === nextCheckAt.getTime();
    if (!isSameAmount(found.amount, priceOf(row))) {
      await recordDifference(trx, app, { kind: 'amount', adapter: row.adapter, reference: found.reference });
      if (isUntouched && row.ended_at) await updatePayment(trx, id, { next_check_at: null });
      return;
    }
    const state = await nextState(trx, app, row, found);
    const isEnded = hasEnded(state);
    await updatePayment(trx, id, {
      state,
      reference: found.reference,
      failure_code: found.failureCode,
      client_secret: isEnded || !found.clientSecret ? null : seal(app.paymentKeys[0], found.clientSecret, id),
      ended_at: row.ended_at ?? (isEnded ? app.now() : null),
      checked_at: askedAt,
      // A webhook in the meantime has requested another check.
      ...(isUntouched && { next_check_at: isEnded ? null : nextCheckAt }),
    });
    if (state === 'succeeded') await book(trx, app, row, found);
    if (refundedOf(found) > found.amount.minorUnits)
      await recordDifference(trx, app, { kind: 'amount', adapter: row.adapter, reference: found.reference });
    if (state !== row.state)
      await audit(trx, systemAudit('applyProviderPayment', { by: 'event', at: app.now() }), {
        objectType: 'payment_intent',
        objectId: id,
        before: { state: row.state },
        after: { state },
      });
  });
}

/** A payment that has ended keeps its state; a provider that says otherwise is a difference. */
async function nextState(trx: Trx, app: App, row: PaymentRow, found: ProviderPayment): Promise<PaymentState> {
  const state = row.state as PaymentState;
  if (found.state === state) return state;
  if (paymentTransitions[state].includes(found.state)) return found.state;
  await recordDifference(trx, app, { kind: 'state', adapter: row.adapter, reference: found.reference });
  return state;
}

async function book(trx: Trx, app: App, { id, adapter }: PaymentRow, found: ProviderPayment): Promise<void> {
  const of = { paymentId: id, adapter, currency: found.amount.currency };
  await bookPayment(trx, app, { ...of, reference: found.reference, minorUnits: found.amount.minorUnits });
  for (const { reference, minorUnits } of found.refunds) await bookRefund(trx, app, { ...of, reference, minorUnits });
}
