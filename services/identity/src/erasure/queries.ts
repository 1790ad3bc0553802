import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { LegalHold } from '../db/schema.ts';

export type HoldRow = Selectable<LegalHold>;

export async function hasLegalHold(trx: Trx, personId: string): Promise<boolean> {
  const hold = await trx
    .selectFrom('legal_hold')
    .select('id')
    .where('person_id', '=', personId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/** Assignments to closed providers are not in this table. */
export async function findSoleOwnerships(trx: Trx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from assignment own where user_id = ${personId} and role = 'owner' and not exists (
      select from assignment other
      where other.provider_id = own.provider_id and other.role = 'owner' and other.user_id <> own.user_id)
    order by provider_id`.execute(trx);
  return rows.map((row) => row.provider_id);
}

/** Waits for concurrent sign-ins, which lock the contact point. */
export async function deleteContactPoints(trx: Trx, personId: string): Promise<Buffer[]> {
  const rows = await trx
    .deleteFrom('contact_point')
    .where('person_id', '=', personId)
    .returning('identifier_index')
    .execute();
  return rows.map((row) => row.identifier_index);
}

/** Includes challenges to add a contact point: they seal an identifier too. */
export async function findOpenChallenges(
  trx: Trx,
  { personId, indexes }: { personId: string; indexes: readonly Buffer[] },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('challenge')
    .innerJoin('data_key', 'data_key.subject_id', 'challenge.id')
    .select('challenge.id')
    .where((eb) => eb('identifier_index', '=', eb.fn.any(eb.val(indexes))).or('person_id', '=', personId))
    .execute();
  return rows.map((row) => row.id);
}

export async function markChallengesUsed(trx: Trx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('challenge').set({ used_at: at }).where('id', 'in', ids).where('used_at', 'is', null).execute();
}

export async function deleteRoles(trx: Trx, personId: string): Promise<boolean> {
  const result = await trx.deleteFrom('operator_grant').where('person_id', '=', personId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function insertErasure(trx: Trx, personId: string, at: Date): Promise<void> {
  await trx.insertInto('erasure').values({ person_id: personId, erased_at: at }).execute();
}

export async function findErasures(db: Db): Promise<{ personId: string; erasedAt: Date }[]> {
  const rows = await db.selectFrom('erasure').selectAll().orderBy('erased_at').execute();
  return rows.map((row) => ({ personId: row.person_id, erasedAt: row.erased_at }));
}

export async function placeHold(
  trx: Trx,
  hold: { id: string; personId: string; reason: string; at: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('legal_hold')
    .values({ id: hold.id, person_id: hold.personId, reason: hold.reason, placed_at: hold.at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function liftHold(trx: Trx, personId: string, at: Date): Promise<boolean> {
  const result = await trx
    .updateTable('legal_hold')
    .set({ lifted_at: at })
    .where('person_id', '=', personId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export function listHolds(db: Db): Promise<HoldRow[]> {
  return db.selectFrom('legal_hold').selectAll().where('lifted_at', 'is', null).orderBy('placed_at').execute();
}
