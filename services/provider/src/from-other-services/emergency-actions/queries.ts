import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { EmergencyAction } from '../../db/schema.ts';
import { isNotSuspended } from './in-force.ts';

/** Of the listing of a provider. */
export async function isSuspended(db: Db, providerId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ suspended: boolean }>`
    select not ${isNotSuspended(sql`${providerId}::uuid`, at)} as suspended`.execute(db);
  return rows[0]?.suspended !== false;
}

/** False if the action is known with the same end. */
export async function saveEmergencyAction(trx: Trx, row: Insertable<EmergencyAction>): Promise<boolean> {
  const saved = await trx
    .insertInto('emergency_action')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('action_id')
        .doUpdateSet({ ends_at: row.ends_at })
        .where('emergency_action.ends_at', '<>', sql<Date>`excluded.ends_at`),
    )
    .returning('action_id')
    .executeTakeFirst();
  return saved !== undefined;
}
