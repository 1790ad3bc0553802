import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

export async function deleteFailures(trx: Trx, identifierIndexes: readonly Buffer[]): Promise<number> {
  const rows = await trx
    .deleteFrom('sign_in_failure')
    .where((eb) => eb('identifier_index', '=', eb.fn.any(eb.val(identifierIndexes))))
    .returning('failures')
    .execute();
  return rows.reduce((sum, { failures }) => sum + failures, 0);
}

export async function deleteFailuresByPerson(trx: Trx, personId: string): Promise<void> {
  await sql`delete from sign_in_failure f using contact_point c
    where c.person_id = ${personId} and (f.channel, f.identifier_index) = (c.channel, c.identifier_index)`.execute(trx);
}
