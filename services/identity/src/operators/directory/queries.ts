import type { PageWindow } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';

export type OperatorRow = {
  person_id: string;
  sealed_display_name: Buffer | null;
  wrapped: Buffer | null;
  work_name: string | null;
  roles: string[];
  load: number;
  last_used_at: Date | null;
};

type Filter = {
  role: string | undefined;
  /** Those with one of the roles who do not represent the provider, and whose acceptance of its invitation does not wait. */
  mayActOn: { providerId: string; roles: readonly string[] } | undefined;
  now: Date;
};

/** In the order of their ids: names are sealed, so the database cannot sort by them. */
export async function findOperators(
  db: Db,
  { role, mayActOn, now }: Filter,
  { after: position, limit }: PageWindow<readonly [personId: string]>,
): Promise<OperatorRow[]> {
  const after = position?.[0];
  const { rows } = await sql<OperatorRow>`
    select o.person_id, o.roles, p.sealed_display_name, k.wrapped, c.work_name,
      (select count(*)::int from operator_duty d where d.person_id = o.person_id and (d.ends_at is null or d.ends_at > ${now})) as load,
      (select max(s.last_used_at) from session s where s.person_id = o.person_id and s.state = 'active'
        and s.ends_at > ${now} and s.last_used_at + s.idle_seconds * interval '1 second' > ${now}) as last_used_at
    from (
      select person_id, array_agg(role order by role) as roles from operator_grant
      where (${after ?? null}::uuid is null or person_id > ${after ?? null}::uuid) and not exists (
        select from assignment a where a.user_id = person_id and a.provider_id = ${mayActOn?.providerId ?? null}::uuid)
        and not exists (
          select from invitation i where i.answered_by = person_id and i.provider_id = ${mayActOn?.providerId ?? null}::uuid
            and i.state = 'awaiting_approval' and i.expires_at > ${now})
      group by person_id
      having (${role ?? null}::text is null or ${role ?? null} = any(array_agg(role)))
        and (${mayActOn?.roles ?? null}::text[] is null or ${mayActOn?.roles ?? null}::text[] && array_agg(role))
      order by person_id limit ${limit}
    ) o
    join person p on p.id = o.person_id
    left join data_key k on k.subject_id = o.person_id
    left join operator_change c on c.person_id = o.person_id
    order by o.person_id`.execute(db);
  return rows;
}
