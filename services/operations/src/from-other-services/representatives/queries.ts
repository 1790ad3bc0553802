import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Representative } from '../../db/schema.ts';

export async function insertRepresentative(trx: Trx, representative: Insertable<Representative>): Promise<void> {
  await trx
    .insertInto('representative')
    .values(representative)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The first end stays. */
export async function endRepresentative(trx: Trx, assignmentId: string, endedAt: Date | string): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: endedAt })
    .where('assignment_id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function replaceRepresentative(trx: Trx, representative: Insertable<Representative>): Promise<void> {
  const { ended_at = null } = representative;
  await trx
    .insertInto('representative')
    .values(representative)
    .onConflict((conflict) => conflict.column('assignment_id').doUpdateSet({ ended_at }))
    .execute();
}
