import type { Db, Trx } from '../../app.ts';

export async function insertErasure(trx: Trx, personId: string, at: Date): Promise<void> {
  await trx.insertInto('erasure').values({ person_id: personId, erased_at: at }).execute();
}

export async function findErasures(db: Db): Promise<{ personId: string; erasedAt: Date }[]> {
  const rows = await db.selectFrom('erasure').selectAll().orderBy('erased_at').execute();
  return rows.map((row) => ({ personId: row.person_id, erasedAt: row.erased_at }));
}
