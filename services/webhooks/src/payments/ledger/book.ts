import type { App, Trx } from '../../app.ts';

type Booking = { paymentId: string; adapter: string; reference: string; minorUnits: number; currency: string };

/** Debits the account at the payment provider and credits income. Booked once per reference (promise M5). */
export function bookPayment(trx: Trx, app: App, booking: Booking): Promise<void> {
  return book(trx, app, 'payment', booking, booking.minorUnits);
}

export function bookRefund(trx: Trx, app: App, booking: Booking): Promise<void> {
  return book(trx, app, 'refund', booking, -booking.minorUnits);
}

async function book(
  trx: Trx,
  { newId, now }: App,
  kind: 'payment' | 'refund',
  { paymentId, adapter, reference, currency }: Booking,
  debit: number,
): Promise<void> {
  const id = newId();
  const inserted = await trx
    .insertInto('ledger_transaction')
    .values({ id, kind, payment_id: paymentId, adapter, reference, booked_at: now() })
    .onConflict((conflict) => conflict.columns(['adapter', 'kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return;
  await trx
    .insertInto('ledger_entry')
    .values([
      { transaction_id: id, account: 'payment_provider', amount_minor: debit, currency },
      { transaction_id: id, account: 'subscription_income', amount_minor: -debit, currency },
    ])
    .execute();
}
