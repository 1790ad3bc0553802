import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Invitation } from '../../db/schema.ts';

export async function insertInvitation(trx: Trx, row: Insertable<Invitation>): Promise<void> {
  await trx.insertInto('invitation').values(row).execute();
}

export async function deleteInvitation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('invitation').where('id', '=', id).execute();
}

export async function isRepresentative(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('assignment').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}
