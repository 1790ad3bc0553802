import type { Db, Trx } from '../../app.ts';
import type { PaymentRow } from '../intents/queries.ts';

export async function isCheckDue(db: Db, adapter: string, now: Date): Promise<boolean> {
  const due = await db
    .selectFrom('payment_intent')
    .select('id')
    .where('next_check_at', '<=', now)
    .where('adapter', '=', adapter)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Locked until the transaction ends; skips those that another replica has locked. */
export function lockDuePayments(trx: Trx, adapter: string, now: Date, limit: number): Promise<PaymentRow[]> {
  return trx
    .selectFrom('payment_intent')
    .selectAll()
    .where('next_check_at', '<=', now)
    .where('adapter', '=', adapter)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
