import type { Trx } from '../../app.ts';

/** Null: the person is erased. The payment stays, as accounting law requires. */
export async function forgetPayer(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('payment_intent').set({ user_id: null }).where('user_id', '=', userId).execute();
}
