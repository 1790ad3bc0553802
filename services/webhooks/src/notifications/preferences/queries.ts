import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { NotificationPreference } from '../../db/schema.ts';

export type PreferenceRow = Selectable<NotificationPreference>;

export function findPreference(db: Db, userId: string): Promise<PreferenceRow | undefined> {
  return db.selectFrom('notification_preference').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function lockPreference(trx: Trx, userId: string): Promise<PreferenceRow | undefined> {
  return trx
    .selectFrom('notification_preference')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function upsertPreference(trx: Trx, row: Insertable<NotificationPreference>): Promise<PreferenceRow> {
  const { user_id: _key, ...state } = row;
  return trx
    .insertInto('notification_preference')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...state, revision: sql`notification_preference.revision + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}
