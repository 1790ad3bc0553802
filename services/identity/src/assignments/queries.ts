import type { Assignment } from '@trust/contracts/actor';
import type { Db, Trx } from '../app.ts';

const most = 100;

type Represented = Pick<Assignment, 'providerId' | 'role'>;

/** The providers that a person represents, those they have for the longest first. What has ended is not kept here. */
export async function findAssignments(db: Db, userId: string): Promise<Represented[]> {
  const rows = await db
    .selectFrom('assignment')
    .select(['provider_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ provider_id, role }) => ({ providerId: provider_id, role: role as Represented['role'] }));
}

/** The assignment of a person to a provider, which cannot end before the transaction does. */
export async function holdAssignment(
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
