import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Amount } from '../../payment-provider.ts';

/** In minor units. `reference` is null until the provider has answered. */
export type BookedPayment = {
  id: string;
  reference: string | null;
  state: string;
  price: Amount;
  paid: number;
  refunded: number;
};

export async function findBookedPayments(db: Db, adapter: string, since: Date): Promise<BookedPayment[]> {
  const { rows } = await sql<BookedPayment>`
    select p.id, p.reference, p.state,
      json_build_object('minorUnits', p.amount_minor, 'currency', p.currency) as price,
      coalesce(sum(e.amount_minor) filter (where t.kind = 'payment'), 0)::float8 as paid,
      coalesce(-sum(e.amount_minor) filter (where t.kind = 'refund'), 0)::float8 as refunded
    from payment_intent p
    left join ledger_transaction t on t.payment_id = p.id
    left join ledger_entry e on e.transaction_id = t.id and e.account = 'payment_provider'
    where p.adapter = ${adapter} and p.created_at >= ${since}
    group by p.id order by p.id`.execute(db);
  return rows;
}

/** False if another replica leads this run. */
export async function startRun(db: Db, scheduledFor: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('reconciliation_run')
    .values({ scheduled_for: scheduledFor })
    .onConflict((conflict) => conflict.doNothing())
    .returning('scheduled_for')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function finishRun(
  trx: Trx,
  scheduledFor: Date,
  { checked, differences, at }: { checked: number; differences: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('reconciliation_run')
    .set({ finished_at: at, checked, differences })
    .where('scheduled_for', '=', scheduledFor)
    .execute();
}
