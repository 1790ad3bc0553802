import type { Trx } from '../../app.ts';
import { accountPaymentView } from './payment-view.ts';
import { findPaymentsOf } from './queries.ts';

/** Far more than a person starts. */
const maxPayments = 10_000;

export async function paymentsOf(trx: Trx, userId: string) {
  const payments = await findPaymentsOf(trx, userId, { after: undefined, limit: maxPayments });
  return payments.map(accountPaymentView);
}

/** Null: the person is erased. The payment stays, as accounting law requires. */
export async function forgetPayer(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('payment_intent').set({ user_id: null }).where('user_id', '=', userId).execute();
}
