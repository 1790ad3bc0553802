import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { ContactPoint } from '../../db/schema.ts';

export async function insertContactPoint(trx: Trx, row: Insertable<ContactPoint>): Promise<void> {
  await trx.insertInto('contact_point').values(row).execute();
}

export async function markVerified(
  trx: Trx,
  { channel, index }: { channel: string; index: Buffer },
  at: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('contact_point')
    .set({ verified_at: at })
    .where('channel', '=', channel)
    .where('identifier_index', '=', index)
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Deletes the contact point of an erased person that a backup restored (ADR 0007). */
export async function deleteOrphanedContactPoint(trx: Trx, channel: string, index: Buffer): Promise<void> {
  await sql`delete from contact_point c where channel = ${channel} and identifier_index = ${index}
    and not exists (select from data_key k where k.subject_id = c.person_id)`.execute(trx);
}

export function findOwnContactPoint(db: Db, owner: { id: string; personId: string }) {
  return db
    .selectFrom('contact_point')
    .select(['channel', 'identifier_index', 'verified_at'])
    .where('id', '=', owner.id)
    .where('person_id', '=', owner.personId)
    .executeTakeFirst();
}

export async function deleteContactPointById(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('contact_point').where('id', '=', id).execute();
}
