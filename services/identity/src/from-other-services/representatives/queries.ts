import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Assignment as AssignmentTable } from '../../db/schema.ts';

/** Returns whether it changed a row. */
export async function saveAssignment(
  trx: Trx,
  assignment: Insertable<AssignmentTable>,
  isActive: boolean,
): Promise<boolean> {
  if (!isActive) {
    const { numDeletedRows } = await trx.deleteFrom('assignment').where('id', '=', assignment.id).executeTakeFirst();
    return numDeletedRows > 0n;
  }
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

export async function deleteAssignment(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('assignment').where('id', '=', id).execute();
}
