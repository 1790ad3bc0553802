import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../app.ts';

/** Open escalations, incidents and field work that the operator `o.user_id` holds. */
export function openWork(): RawBuilder<unknown> {
  return sql`
    select count(*) as load, max(held.at) as last_assigned_at from (
      select started_at as at from escalation where started_by = o.user_id and state = 'in_progress'
      union all
      select started_at from incident where started_by = o.user_id and state = 'in_progress'
      union all
      select null from field_work_item
        where assignee_id = o.user_id and state not in ('accepted', 'cancelled', 'cannot_complete')
    ) held`;
}

export async function hasPermission(trx: Trx, userId: string, permission: string): Promise<boolean> {
  const found = await trx
    .selectFrom('operator')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`${permission} = any(permissions)`)
    .executeTakeFirst();
  return found !== undefined;
}
