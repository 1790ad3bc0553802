import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { SavedView } from '../../db/schema.ts';
import { viewsPerOperator } from './schema.ts';

export type SavedViewRow = Selectable<SavedView>;
type View = { operatorId: string; key: string; name: string; filters: object; at: Date };

export function findSavedViews(db: Db, operatorId: string): Promise<SavedViewRow[]> {
  return db.selectFrom('saved_view').selectAll().where('operator_id', '=', operatorId).orderBy('key').execute();
}

export function updateSavedView(trx: Trx, { operatorId, key, name, filters, at }: View) {
  return trx
    .updateTable('saved_view')
    .set({ name, filters: JSON.stringify(filters), saved_at: at })
    .where('operator_id', '=', operatorId)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
}

/** At the first free position; undefined if there is none. */
export async function insertSavedView(
  trx: Trx,
  { operatorId, key, name, filters, at }: View,
): Promise<SavedViewRow | undefined> {
  const { rows } = await sql<SavedViewRow>`
    insert into saved_view (operator_id, key, position, name, filters, saved_at)
    select ${operatorId}, ${key}, free.position, ${name}, ${JSON.stringify(filters)}, ${at}
    from generate_series(1, ${viewsPerOperator}::int) as free (position)
    where not exists (select from saved_view where operator_id = ${operatorId} and position = free.position)
    order by free.position limit 1
    returning *`.execute(trx);
  return rows[0];
}

export async function lockViews(trx: Trx, operatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('saved views of ' || ${operatorId}, 0))`.execute(trx);
}

export async function deleteSavedViewByKey(trx: Trx, operatorId: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('saved_view')
    .where('operator_id', '=', operatorId)
    .where('key', '=', key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteViewsOf(trx: Trx, operatorId: string): Promise<void> {
  await trx.deleteFrom('saved_view').where('operator_id', '=', operatorId).execute();
}
