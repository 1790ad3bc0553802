import type { Assignment } from '@trust/contracts/actor';
import type { Db } from '../app.ts';

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
