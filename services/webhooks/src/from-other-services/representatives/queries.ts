import type { Trx } from '../../app.ts';

export async function insertRepresentative(
  trx: Trx,
  assignment: { assignment_id: string; provider_id: string; user_id: string },
): Promise<void> {
  await trx
    .insertInto('representative')
    .values(assignment)
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

export async function endRepresentative(trx: Trx, assignmentId: string, at: Date): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: at })
    .where('assignment_id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute();
}
