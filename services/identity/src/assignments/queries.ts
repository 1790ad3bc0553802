import type { Assignment } from '@trust/contracts/actor';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Assignment as AssignmentTable } from '../db/schema.ts';

const maxListed = 100;

type Represented = Pick<Assignment, 'providerId' | 'role'>;

export async function findAssignments(db: Db, userId: string): Promise<Represented[]> {
  const rows = await db
    .selectFrom('assignment')
    .select(['provider_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(maxListed)
    .execute();
  return rows.map(({ provider_id, role }) => ({ providerId: provider_id, role: role as Represented['role'] }));
}

export type RepresentativeRow = {
  id: string;
  user_id: string;
  sealed_display_name: Buffer | null;
  sealed_identifier: Buffer | null;
  wrapped: Buffer | null;
};

/** With the contact point that each has had for longest: as a rule, the one that was invited. */
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

/** Locks the assignment, so that it cannot end before the transaction. */
export async function lockAssignment(
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

/** Returns whether it changed a row. */
export async function saveAssignment(
  trx: Trx,
  assignment: Insertable<AssignmentTable>,
  isActive: boolean,
): Promise<boolean> {
  if (!isActive) {
    const { numDeletedRows } = await trx.deleteFrom('assignment').where('id', '=', assignment.id).executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('assignment')
    .values(assignment)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
