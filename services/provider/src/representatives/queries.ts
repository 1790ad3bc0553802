import type { Assignment } from '@trust/contracts/actor';
import type { Db, Trx } from '../app.ts';

export async function findAssignments(db: Db, userId: string): Promise<Assignment[]> {
  const rows = await db
    .selectFrom('representative')
    .select(['id', 'provider_id', 'role'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('assigned_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, provider_id, role }) => ({ assignmentId: id, providerId: provider_id, role }));
}

type NewAssignment = { id: string; providerId: string; userId: string; role: Assignment['role']; assignedAt: Date };

export async function insertAssignment(trx: Trx, { id, providerId, userId, role, assignedAt }: NewAssignment) {
  await trx
    .insertInto('representative')
    .values({ id, provider_id: providerId, user_id: userId, role, assigned_at: assignedAt })
    .execute();
}

export function endAssignments(trx: Trx, providerId: string, endedAt: Date) {
  return trx
    .updateTable('representative')
    .set({ ended_at: endedAt })
    .where('provider_id', '=', providerId)
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id'])
    .execute();
}
