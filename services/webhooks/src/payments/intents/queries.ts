import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { PaymentIntent } from '../../db/schema.ts';
import type { Amount } from '../../payment-provider.ts';

export type PaymentRow = Selectable<PaymentIntent>;
/** What the payer owes; the database keeps it equal to the plan's. */
export function priceOf({ amount_minor, currency }: Pick<PaymentRow, 'amount_minor' | 'currency'>): Amount {
  return { minorUnits: Number(amount_minor), currency };
}

export type ShownPayment = PaymentRow & { refunded_minor: string };

const refunded = sql<string>`(
  select coalesce(sum(e.amount_minor), 0) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
  where t.payment_id = payment_intent.id and t.kind = 'refund' and e.account = 'subscription_income')`;

function shown(db: Db) {
  return db.selectFrom('payment_intent').selectAll().select(refunded.as('refunded_minor'));
}

export async function insertPayment(trx: Trx, row: Insertable<PaymentIntent>): Promise<ShownPayment> {
  const payment = await trx.insertInto('payment_intent').values(row).returningAll().executeTakeFirstOrThrow();
  return { ...payment, refunded_minor: '0' };
}

export function findPayment(db: Db, id: string, providerId: string): Promise<ShownPayment | undefined> {
  return shown(db).where('id', '=', id).where('provider_id', '=', providerId).executeTakeFirst();
}

export function findPaymentsOf(
  db: Db,
  userId: string,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<ShownPayment[]> {
  return shown(db)
    .where('user_id', '=', userId)
    .where(isOlder('created_at', 'id', after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function lockPayment(trx: Trx, id: string): Promise<PaymentRow | undefined> {
  return trx.selectFrom('payment_intent').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updatePayment(trx: Trx, id: string, change: Updateable<PaymentIntent>): Promise<void> {
  await trx.updateTable('payment_intent').set(change).where('id', '=', id).execute();
}

/** The end of the last paid and not wholly refunded subscription payment. */
export async function findLastPaid(db: Db, providerId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payment_intent')
    .select('ended_at')
    .where('provider_id', '=', providerId)
    .where('state', '=', 'succeeded')
    .where('purpose', '=', 'subscription')
    .where(sql<boolean>`${refunded} < amount_minor`)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ended_at ?? undefined;
}
