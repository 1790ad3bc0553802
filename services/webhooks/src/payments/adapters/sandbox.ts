import { randomBytes } from 'node:crypto';
import type { Database } from '@trust/service-kit/database/db';
import type { Selectable } from 'kysely';
import type { DB, SandboxPayment } from '../../db/schema.ts';
import type { PaymentProvider, ProviderPayment } from '../../payment-provider.ts';

type State = ProviderPayment['state'];
type Refund = ProviderPayment['refunds'][number];

/** Sends a signed webhook. A lost one is found by the next check. */
export type Notify = (event: { reference: string; paymentId: string }) => Promise<void>;

export type Sandbox = PaymentProvider & {
  /** The customer does what the payment requires. */
  confirm(reference: string): Promise<void>;
  refund(reference: string, minorUnits: number): Promise<void>;
};

const secondsUntilLateSuccess = 10;

/** By the last two digits of the amount. Every other amount succeeds at once. */
const outcomes: Record<number, State> = { 2: 'failed', 5: 'requires_action', 9: 'processing' };
const webhookFirst = 11;

/** Plays a payment provider in development: own table, signed webhooks, no access to the tables of payments. */
export function sandboxPaymentProvider(
  { db, now }: { db: Database<DB>; now: () => Date },
  notify: Notify,
  after: (ms: number, work: () => void) => void = (ms, work) => void setTimeout(work, ms).unref(),
): Sandbox {
  const find = (reference: string) =>
    db.selectFrom('sandbox_payment').selectAll().where('reference', '=', reference).executeTakeFirst();
  const get = async (reference: string) => viewOf(await required(find(reference)), now());

  async function change(reference: string, values: { state?: State; refunds?: string }): Promise<void> {
    await db.updateTable('sandbox_payment').set(values).where('reference', '=', reference).execute();
    const { payment_id } = await required(find(reference));
    await notify({ reference, paymentId: payment_id });
  }

  return {
    name: 'sandbox',
    async create({ paymentId, amount }) {
      const reference = `sandbox_${randomBytes(12).toString('hex')}`;
      const ending = amount.minorUnits % 100;
      await db
        .insertInto('sandbox_payment')
        .values({
          reference,
          payment_id: paymentId,
          amount_minor: amount.minorUnits,
          currency: amount.currency,
          state: outcomes[ending] ?? 'succeeded',
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('payment_id').doNothing())
        .execute();
      const created = await required(
        db.selectFrom('sandbox_payment').selectAll().where('payment_id', '=', paymentId).executeTakeFirst(),
      );
      const event = { reference: created.reference, paymentId };
      const notified = notify(event);
      if (created.state === 'processing') after(secondsUntilLateSuccess * 1000, () => void notify(event));
      if (ending === webhookFirst) await notified;
      return viewOf(created, now());
    },
    async find(reference) {
      const row = await find(reference);
      return row && viewOf(row, now());
    },
    async cancel(reference) {
      const { state } = await get(reference);
      if (state === 'requires_action' || state === 'processing') await change(reference, { state: 'cancelled' });
      return get(reference);
    },
    async *listReferences(since) {
      const rows = await db
        .selectFrom('sandbox_payment')
        .select('reference')
        .where('created_at', '>=', since)
        .orderBy('created_at')
        .execute();
      for (const { reference } of rows) yield reference;
    },
    confirm: (reference) => change(reference, { state: 'succeeded' }),
    async refund(reference, minorUnits) {
      const { amount, refunds } = await get(reference);
      const left = refunds.reduce((sum, refund) => sum - refund.minorUnits, amount.minorUnits);
      if (minorUnits < 1 || minorUnits > left) throw new Error(`The sandbox can refund 1 to ${left} of this payment.`);
      const added = { reference: `refund_${randomBytes(12).toString('hex')}`, minorUnits };
      await change(reference, { refunds: JSON.stringify([...refunds, added]) });
    },
  };
}

function viewOf(row: Selectable<SandboxPayment>, now: Date): ProviderPayment {
  const isLate =
    row.state === 'processing' && now.getTime() - row.created_at.getTime() >= secondsUntilLateSuccess * 1000;
  const state = isLate ? 'succeeded' : (row.state as State);
  return {
    reference: row.reference,
    paymentId: row.payment_id,
    state,
    amount: { minorUnits: Number(row.amount_minor), currency: row.currency },
    failureCode: state === 'failed' ? 'card_declined' : null,
    clientSecret: state === 'requires_action' ? `${row.reference}_secret` : null,
    refunds: row.refunds as Refund[],
  };
}

async function required<Row>(row: Promise<Row | undefined>): Promise<Row> {
  const found = await row;
  if (!found) throw new Error('The sandbox has no such payment.');
  return found;
}
