import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { TriageCase } from '../../db/schema.ts';

export function findClock(trx: Trx, caseId: string) {
  return trx
    .selectFrom('triage_case')
    .select(['sla_stage', 'due_at', 'remaining_ms'])
    .where('case_id', '=', caseId)
    .executeTakeFirst();
}

export async function upsertTriageCase(trx: Trx, row: Insertable<TriageCase>): Promise<void> {
  await trx
    .insertInto('triage_case')
    .values(row)
    .onConflict((conflict) => conflict.column('case_id').doUpdateSet(row))
    .execute();
}
