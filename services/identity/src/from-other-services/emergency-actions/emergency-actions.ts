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

export async function isSignedOut(trx: Trx, personId: string, now: Date): Promise<boolean> {
  const action = await trx
    .selectFrom('emergency_action')
    .select('action_id')
    .where('person_id', '=', personId)
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return action !== undefined;
}
