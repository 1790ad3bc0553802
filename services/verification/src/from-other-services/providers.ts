import type { Insertable } from 'kysely';
import type { Trx } from '../app.ts';
import type { Representative } from '../db/schema.ts';

/** Lock order: provider first. Serialises opening and withdrawing its cases. */
export async function lockProvider(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('provider').select('id').where('id', '=', id).forUpdate().execute();
}

export async function addRepresentative(trx: Trx, representative: Insertable<Representative>): Promise<void> {
  await trx
    .insertInto('representative')
    .values(representative)
    .onConflict((conflict) => conflict.column('assignment_id').doNothing())
    .execute();
}

/** A snapshot has the time of the provider service. */
export async function setRepresentativeEnd(trx: Trx, assignmentId: string, endedAt: Date): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: endedAt })
    .where('assignment_id', '=', assignmentId)
    .execute();
}

export async function endRepresentative(trx: Trx, assignmentId: string, endedAt: Date): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: endedAt })
    .where('assignment_id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute();
}
