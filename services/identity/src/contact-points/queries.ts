import type { Language } from '@trust/contracts/text';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ContactPoint } from '../db/schema.ts';

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

export async function findPersonByIdentifier(
  db: Db,
  { channel, identifierIndex }: { channel: string; identifierIndex: Buffer },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contact_point')
    .select('person_id')
    .where('channel', '=', channel)
    .where('identifier_index', '=', identifierIndex)
    .executeTakeFirst();
  return row?.person_id;
}

/** Undefined for an erased person whose contact point a backup restored (ADR 0007). */
export async function findContactPointOwner(
  db: Db,
  channel: string,
  identifierIndex: Buffer,
): Promise<{ id: string; locale: Language } | undefined> {
  const row = await db
    .selectFrom('contact_point')
    .innerJoin('person', 'person.id', 'contact_point.person_id')
    .innerJoin('data_key', 'data_key.subject_id', 'contact_point.person_id')
    .select(['person.id', 'person.locale'])
    .where('channel', '=', channel)
    .where('identifier_index', '=', identifierIndex)
    .executeTakeFirst();
  return row && { id: row.id, locale: row.locale as Language };
}

export function findContactPoints(db: Db, personId: string) {
  return db
    .selectFrom('contact_point')
    .select(['id', 'channel', 'identifier_index', 'sealed_identifier', 'verified_at'])
    .where('person_id', '=', personId)
    .orderBy('channel')
    .orderBy('verified_at')
    .execute();
}
