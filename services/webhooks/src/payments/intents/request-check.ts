import type { Trx } from '../../app.ts';

/** The provider is asked at once. False if the platform has no such payment. */
export async function requestCheck(
  trx: Trx,
  { adapter, reference, paymentId }: { adapter: string; reference: string | null; paymentId: string | null },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_intent')
    .set({ next_check_at: at })
    .where('adapter', '=', adapter)
    .where((eb) =>
      // A webhook may arrive before the answer that brings the reference.
      eb.or([eb('reference', '=', reference), eb.and([eb('id', '=', paymentId), eb('reference', 'is', null)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
