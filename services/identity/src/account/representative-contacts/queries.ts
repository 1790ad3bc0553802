import type { PageWindow } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';

export type RepresentativeRow = {
  id: string;
  user_id: string;
  sealed_display_name: Buffer | null;
  sealed_identifier: Buffer | null;
  wrapped: Buffer | null;
};

/** Returns for each the contact point verified first: as a rule, the one that was invited. */
export async function findRepresentatives(
  db: Db,
  providerId: string,
  { after, limit }: PageWindow<readonly [assignmentId: string]>,
): Promise<RepresentativeRow[]> {
  const { rows } = await sql<RepresentativeRow>`
    select a.id, a.user_id, p.sealed_display_name, c.sealed_identifier, k.wrapped
    from assignment a
    left join person p on p.id = a.user_id
    left join data_key k on k.subject_id = a.user_id
    left join lateral (
      select sealed_identifier from contact_point
      where person_id = a.user_id and verified_at is not null order by verified_at, id limit 1
    ) c on true
    where a.provider_id = ${providerId} and (${after?.[0] ?? null}::uuid is null or a.id > ${after?.[0] ?? null}::uuid)
    order by a.id limit ${limit}`.execute(db);
  return rows;
}
