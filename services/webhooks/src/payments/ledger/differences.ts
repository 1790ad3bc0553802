import { paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { emit } from '@trust/service-kit/outbox/outbox';
import { type App, audit, type Trx } from '../../app.ts';

export type DifferenceKind = 'unknown_payment' | 'missing_payment' | 'state' | 'amount';
export type Difference = { kind: DifferenceKind; adapter: string; reference: string };

/** Each difference opens one item of work in operations. False if it is known. */
export async function recordDifference(trx: Trx, { newId, now }: App, difference: Difference): Promise<boolean> {
  const [id, at] = [newId(), now()];
  const inserted = await trx
    .insertInto('payment_difference')
    .values({ id, ...difference, found_at: at })
    .onConflict((conflict) => conflict.columns(['adapter', 'reference', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await audit(trx, systemAudit('recordDifference', { by: 'event', at }), {
    objectType: 'payment_difference',
    objectId: id,
    after: { kind: difference.kind },
  });
  // Neither reference nor amount nor provider: operations needs none of them to assign the work.
  const payload = { differenceId: id, kind: difference.kind, occurredAt: at.toISOString() };
  await emit(trx, paymentDifferenceFound, payload);
  return true;
}
