import type { Assignment } from '@trust/contracts/actor';
import type { Db, Trx } from '../../app.ts';

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
