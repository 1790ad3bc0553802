import type { PageWindow } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';

export type RepresentativeRow = {
  id: string;
  user_id: string;
  sealed_name: Buffer | null;
  sealed_identifier: Buffer | null;
  wrapped: Buffer | null;
};

/**
 * The name that each gave to this provider and the contact by which it invited them, not those of their account. Of
 * whoever registered the provider there is no name, and the contact is the one verified first.
 */
export async function findRepresentatives(
  db: Db,
  providerId: string,
  { after, limit }: PageWindow<readonly [assignmentId: string]>,
): Promise<RepresentativeRow[]> {
  const { rows } = await sql<RepresentativeRow>`
    select a.id, a.user_id, n.sealed_name, c.sealed_identifier, k.wrapped
    from assignment a
    left join representative_name n on n.assignment_id = a.id
    left join data_key k on k.subject_id = a.user_id
    left join lateral (
      select sealed_identifier from contact_point
      where person_id = a.user_id and verified_at is not null and (n.assignment_id is null or id = n.contact_point_id)
      order by verified_at, id limit 1
    ) c on true
    where a.provider_id = ${providerId} and (${after?.[0] ?? null}::uuid is null or a.id > ${after?.[0] ?? null}::uuid)
    order by a.id limit ${limit}`.execute(db);
  return rows;
}
