import type { Language } from '@trust/contracts/text';
import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Person } from '../db/schema.ts';
import { createKey } from '../subject-keys/queries.ts';
import type { Vault } from '../subject-keys/vault.ts';

type NewPerson = { id: string; channel: string; identifier: string; verifiedAt: Date | null; now: Date };

/** A person with one contact point, readable under a key that goes when the person does. */
export async function createPerson(
  trx: Trx,
  vault: Vault,
  { id, channel, identifier, verifiedAt, now }: NewPerson,
): Promise<void> {
  await trx.insertInto('person').values({ id, created_at: now }).execute();
  const sealer = await createKey(trx, vault, id);
  await trx
    .insertInto('contact_point')
    .values({
      channel,
      identifier_index: vault.indexOf(channel, identifier),
      sealed_identifier: sealer.seal('contact point', identifier),
      person_id: id,
      verified_at: verifiedAt,
    })
    .execute();
}

/** Who answers at a number or address. */
export async function findPersonAt(
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

/** The same with their language, unless they have been erased: what is left of them in a restored backup holds nothing. */
export async function findHolder(
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

export type PersonRow = Selectable<Person>;

/** Undefined for whoever was erased. */
export function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('id', '=', id).where('erased_at', 'is', null).executeTakeFirst();
}

/** The first lock of every write to an account. Undefined for whoever was erased. */
export function lockPerson(trx: Trx, id: string): Promise<PersonRow | undefined> {
  return trx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Every change is the next revision; the row must still be the one that was read. */
export function updatePerson(
  trx: Trx,
  { id, revision }: Pick<PersonRow, 'id' | 'revision'>,
  changes: Updateable<Person>,
): Promise<PersonRow> {
  return trx
    .updateTable('person')
    .set({ ...changes, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirstOrThrow();
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
