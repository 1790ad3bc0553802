import type { Assignment } from '@trust/contracts/actor';
import type { Insertable } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Assignment as AssignmentTable } from '../db/schema.ts';

const maxListed = 100;

type Represented = Pick<Assignment, 'providerId' | 'role'>;

export async function findAssignments(db: Db, userId: string): Promise<Represented[]> {
  const rows = await db
    .selectFrom('assignment')
    .select(['provider_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(maxListed)
    .execute();
  return rows.map(({ provider_id, role }) => ({ providerId: provider_id, role: role as Represented['role'] }));
}

/** Locks the assignment, so that it cannot end before the transaction. */
export async function lockAssignment(
  trx: Trx,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<{ id: string; role: Represented['role'] } | undefined> {
  const row = await trx
    .selectFrom('assignment')
    .select(['id', 'role'])
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .orderBy('id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst();
  return row && { id: row.id, role: row.role as Represented['role'] };
}

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
