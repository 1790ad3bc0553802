import type { Language } from '@trust/contracts/values/text';
import type { Db } from '../app.ts';

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

export type ContactPointRow = Awaited<ReturnType<typeof findContactPoints>>[number];

export function findContactPoints(db: Db, personId: string) {
  return db
    .selectFrom('contact_point')
    .select(['id', 'channel', 'identifier_index', 'sealed_identifier', 'verified_at'])
    .where('person_id', '=', personId)
    .orderBy('channel')
    .orderBy('verified_at')
    .execute();
}
