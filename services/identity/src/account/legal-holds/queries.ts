import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { LegalHold } from '../../db/schema.ts';

export type HoldRow = Selectable<LegalHold>;

export async function insertHold(
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

export async function endHold(trx: Trx, personId: string, at: Date): Promise<boolean> {
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

export function findLastHold(trx: Trx, personId: string) {
  return trx
    .selectFrom('legal_hold')
    .select(['placed_at', 'lifted_at'])
    .where('person_id', '=', personId)
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
