import type { Trx } from '../../app.ts';

export function findClock(trx: Trx, caseId: string) {
  return trx
    .selectFrom('triage_case')
    .select(['sla_stage', 'due_at', 'remaining_ms'])
    .where('case_id', '=', caseId)
    .executeTakeFirst();
}
