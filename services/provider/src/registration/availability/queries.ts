import type { availabilityStates } from '@trust/contracts/events/provider';
import type { Db, Trx } from '../../app.ts';

export type AvailabilityRow = { state: (typeof availabilityStates)[number]; next_available_at: Date | null };

export async function upsertAvailability(
  trx: Trx,
  selectionId: string,
  row: AvailabilityRow,
  changedAt: Date,
): Promise<void> {
  const values = { ...row, changed_at: changedAt };
  await trx
    .insertInto('availability')
    .values({ selection_id: selectionId, ...values })
    .onConflict((conflict) => conflict.column('selection_id').doUpdateSet(values))
    .execute();
}

/** Of every service that the provider offers; `state` is null where it stated none. */
export async function findOfferedAvailability(db: Db, providerId: string) {
  const rows = await db
    .selectFrom('service_selection as s')
    .leftJoin('availability as a', 'a.selection_id', 's.id')
    .select(['s.category_key', 'a.state', 'a.next_available_at'])
    .where('s.provider_id', '=', providerId)
    .where('s.state', '=', 'active')
    .orderBy('s.category_key')
    .execute();
  return rows;
}
