import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

/** Takes the name from the acceptance, before its invitation is deleted. Whoever registered the provider gave none. */
export async function keepGivenName(
  trx: Trx,
  { invitationId, personId }: { invitationId: string; personId: string },
): Promise<void> {
  await sql`
    insert into representative_name (assignment_id, person_id, sealed_name, contact_point_id)
    select i.id, i.answered_by, i.sealed_name, c.id
    from invitation i
    left join contact_point c on c.channel = i.channel and c.identifier_index = i.identifier_index and c.person_id = i.answered_by
    where i.id = ${invitationId} and i.answered_by = ${personId} and i.state = 'accepted'`.execute(trx);
}

export async function deleteGivenName(trx: Trx, assignmentId: string): Promise<void> {
  await trx.deleteFrom('representative_name').where('assignment_id', '=', assignmentId).execute();
}

export async function deleteNamesOf(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('representative_name').where('person_id', '=', personId).execute();
}

export function findNamesOf(db: Db, personId: string) {
  return db
    .selectFrom('representative_name')
    .select(['assignment_id', 'sealed_name'])
    .where('person_id', '=', personId)
    .orderBy('assignment_id')
    .execute();
}
