import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { EmergencyAction } from '../../db/schema.ts';

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
