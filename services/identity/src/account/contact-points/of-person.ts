import type { Trx } from '../../app.ts';

/** Waits for concurrent sign-ins, which lock the contact point. */
export async function deleteContactPoints(trx: Trx, personId: string): Promise<Buffer[]> {
  const rows = await trx
    .deleteFrom('contact_point')
    .where('person_id', '=', personId)
    .returning('identifier_index')
    .execute();
  return rows.map((row) => row.identifier_index);
}
