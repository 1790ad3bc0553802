import type { Assignment } from '@trust/contracts/actor';
import type { PageWindow, TimeAndId } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

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
      select id, null, role, invited_at, masked_identifier, expires_at
      from invitation where provider_id = ${providerId} and state = 'invited' and expires_at > ${at}
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
      .returning(['id', 'user_id'])
      .execute()
  );
}

export async function findRepresentedProviders(
  trx: Trx,
  userId: string,
): Promise<{ providerId: string; owned: boolean }[]> {
  const rows = await trx
    .selectFrom('representative')
    .select(['provider_id', (eb) => eb.fn<boolean>('bool_or', [eb('role', '=', 'owner')]).as('owned')])
    .where('user_id', '=', userId)
    .groupBy('provider_id')
    .orderBy('provider_id')
    .execute();
  return rows.map(({ provider_id, owned }) => ({ providerId: provider_id, owned }));
}

export async function hasOwner(trx: Trx, providerId: string): Promise<boolean> {
  const owner = await trx
    .selectFrom('representative')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}

export async function findRepresentations(trx: Trx, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select r.provider_id as "providerId", p.display_name as "displayName", r.role, r.assigned_at as "assignedAt", r.ended_at as "endedAt",
      case when r.role = 'owner' then jsonb_build_object('kind', p.kind, 'state', p.state, 'summary', p.summary, 'website', p.website,
        'languages', p.languages, 'privateBase', st_asgeojson(b.position)::jsonb, 'privateBaseLabel', b.address_label,
        'publicPremises', st_asgeojson(m.position)::jsonb, 'publicPremisesLabel', m.address_label,
        'publicPremisesConsentedAt', m.consented_at, 'serviceArea', st_asgeojson(a.area)::jsonb) end as provider
    from representative r join provider p on p.id = r.provider_id
    left join private_base b on b.provider_id = p.id
    left join public_premises m on m.provider_id = p.id
    left join service_area a on a.provider_id = p.id
    where r.user_id = ${userId} order by r.assigned_at`.execute(trx);
  return rows;
}
