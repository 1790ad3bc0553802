import type { AvailabilityState } from '@trust/contracts/events/provider';
import type { z } from 'zod';
import type { Trx } from '../../app.ts';

export type AvailabilityRow = { state: z.output<typeof AvailabilityState>; next_available_at: Date | null };

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
