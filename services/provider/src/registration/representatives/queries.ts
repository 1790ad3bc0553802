import type { Assignment } from '@trust/contracts/actor';
import type { PageWindow, TimeAndId } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

type NewAssignment = { id: string; providerId: string; userId: string; role: Assignment['role']; assignedAt: Date };

export async function insertAssignment(trx: Trx, { id, providerId, userId, role, assignedAt }: NewAssignment) {
  await trx
    .insertInto('representative')
    .values({ id, provider_id: providerId, user_id: userId, role, assigned_at: assignedAt })
    .execute();
}

type Listed = {
  id: string;
  user_id: string | null;
  role: Assignment['role'];
  since: Date;
  masked_identifier: string | null;
  expires_at: Date | null;
};

export async function listRepresentativesOf(
  db: Db,
  { providerId, at }: { providerId: string; at: Date },
  { after, limit }: PageWindow<TimeAndId>,
): Promise<Listed[]> {
  const [since = '-infinity', id = '00000000-0000-0000-0000-000000000000'] = after ?? [];
  const { rows } = await sql<Listed>`
    select * from (
      select id, user_id, role, assigned_at as since, null as masked_identifier, null::timestamptz as expires_at
      from representative where provider_id = ${providerId} and ended_at is null
      union all
      select id, null, role, invited_at, case when expires_at > ${at} then masked_identifier end, expires_at
      from invitation where provider_id = ${providerId} and state in ('sent', 'expired')
    ) listed
    where (since, id) > (${since}::timestamptz, ${id}::uuid) order by since, id limit ${limit}`.execute(db);
  return rows;
}

export function findActiveAssignment(trx: Trx, providerId: string, assignmentId: string) {
  return trx
    .selectFrom('representative')
    .select(['id', 'user_id', 'role'])
    .where('id', '=', assignmentId)
    .where('provider_id', '=', providerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export function endAssignments(
  trx: Trx,
  { providerId, userId }: { providerId: string; userId?: string },
  endedAt: Date,
) {
  return (
    trx
      .updateTable('representative')
      // Never before `assigned_at`, which another replica's clock wrote.
      .set({ ended_at: sql<Date>`greatest(${endedAt}, assigned_at)` })
      .where('provider_id', '=', providerId)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
      .where('ended_at', 'is', null)
      .returning(['id', 'user_id', 'role'])
      .execute()
  );
}
