import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Assignment as AssignmentTable } from '../../db/schema.ts';

/** False if it is there. */
export async function saveAssignment(trx: Trx, assignment: Insertable<AssignmentTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('assignment')
    .values(assignment)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function insertAssignment(trx: Trx, assignment: Insertable<AssignmentTable>): Promise<void> {
  await trx.insertInto('assignment').values(assignment).execute();
}

export async function deleteAssignment(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('assignment').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** They may have used the assignment, as the only one of the person, without a choice. */
export async function endUnchosenWorkspaces(trx: Trx, personId: string, assignmentId: string): Promise<void> {
  await trx
    .updateTable('session')
    .set({ workspace_assignment_id: assignmentId })
    .where('person_id', '=', personId)
    .where('workspace_assignment_id', 'is', null)
    .execute();
}
