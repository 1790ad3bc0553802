import type { Language } from '@trust/contracts/values/text';
import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx, Vault } from '../app.ts';
import type { Person } from '../db/schema.ts';
import { createKey } from './subject-keys.ts';

type NewPerson = {
  id: string;
  channel: string;
  identifier: string;
  verifiedAt: Date | null;
  now: Date;
  locale?: Language;
};

export async function createPerson(
  trx: Trx,
  vault: Vault,
  { id, channel, identifier, verifiedAt, now, locale = 'en' }: NewPerson,
): Promise<void> {
  await trx.insertInto('person').values({ id, created_at: now, locale }).execute();
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

export type PersonRow = Selectable<Person>;

export function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('id', '=', id).where('erased_at', 'is', null).executeTakeFirst();
}

/** Every write to an account takes this lock first. Undefined for an erased person. */
export function lockPerson(trx: Trx, id: string): Promise<PersonRow | undefined> {
  return trx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Throws if the row is no longer the one that was read. */
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

/** Also an erased one: what is announced may withdraw permissions. */
export function lockAnyPerson(trx: Trx, personId: string) {
  return trx.selectFrom('person').select('erased_at').where('id', '=', personId).forUpdate().executeTakeFirst();
}
