import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export async function isVerifiedContact(db: Db, personId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('verified_contacts')
    .select('person_id')
    .where('person_id', '=', personId)
    .where(sql<boolean>`${hash} = any (hashes)`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteVerifiedContacts(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('verified_contacts').where('person_id', '=', personId).execute();
}
