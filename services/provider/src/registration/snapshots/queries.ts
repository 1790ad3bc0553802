import type { Requirement } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

type ActivatedVersion = {
  id: string;
  label: Record<string, string>;
  number: number;
  policy_version: string;
  requirements: Requirement[];
  activated_at: Date;
};

/** Oldest first, without drafts. */
export async function findActivatedVersions(trx: Trx, categoryKey: string): Promise<ActivatedVersion[]> {
  const { rows } = await sql<ActivatedVersion>`
    select v.id, c.label, v.number, v.policy_version, v.requirements, v.activated_at
    from requirement_version v join category c on c.key = v.category_key
    where v.category_key = ${categoryKey} and v.activated_at is not null order by v.number`.execute(trx);
  return rows;
}

/** Current and former ones, oldest first. */
export function findAllAssignments(trx: Trx, providerId: string) {
  return trx
    .selectFrom('representative')
    .select(['id', 'user_id', 'role', 'ended_at'])
    .where('provider_id', '=', providerId)
    .orderBy('assigned_at')
    .orderBy('id')
    .execute();
}

/** Oldest first, with the availability of the active ones. */
export function findSelections(trx: Trx, providerId: string) {
  return trx
    .selectFrom('service_selection as s')
    .leftJoin('availability as a', (join) => join.onRef('a.selection_id', '=', 's.id').on('s.state', '=', 'active'))
    .select(['s.id', 's.category_key', 's.requirement_version_id', 's.state'])
    .select(['a.state as availability', 'a.next_available_at'])
    .where('s.provider_id', '=', providerId)
    .orderBy('s.state', 'desc')
    .orderBy('s.selected_at')
    .orderBy('s.id')
    .execute();
}
