import { pruneTask } from '@trust/service-kit/database/prune';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { TriageSnooze } from '../../db/schema.ts';

export async function upsertSnooze(trx: Trx, row: Insertable<TriageSnooze>): Promise<void> {
  const { operator_id, reason, snoozed_at, snoozed_until } = row;
  await trx
    .insertInto('triage_snooze')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('subject_id').doUpdateSet({ operator_id, reason, snoozed_at, snoozed_until }),
    )
    .execute();
}

export async function deleteSnooze(trx: Trx, subjectId: string): Promise<void> {
  await trx.deleteFrom('triage_snooze').where('subject_id', '=', subjectId).execute();
}

/** Their items are in the queue again. */
export async function deleteSnoozesOf(trx: Trx, operatorId: string): Promise<void> {
  await trx.deleteFrom('triage_snooze').where('operator_id', '=', operatorId).execute();
}

/** A snooze that has ended has no effect. */
export const endedSnoozes = pruneTask('triage_snooze', (now) => sql`snoozed_until <= ${now}`);
