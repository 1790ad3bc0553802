import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { Assignment } from '../case/record/assignments.ts';
import { openStates } from '../case/record/transitions.ts';
import type { CaseDuty } from '../db/schema.ts';

export function openAssignmentsOf(
  trx: Trx,
  { assigneeId, duties, providerId }: { assigneeId: string; duties: readonly CaseDuty[]; providerId?: string },
): Promise<Pick<Assignment, 'id' | 'case_id' | 'duty'>[]> {
  const rows = trx
    .selectFrom('case_assignment as a')
    .innerJoin('verification_case as c', 'c.id', 'a.case_id')
    .select(['a.id', 'a.case_id', 'a.duty'])
    .where('a.assignee_id', '=', assigneeId)
    .where('a.ended_at', 'is', null)
    .where('a.duty', 'in', duties)
    .where('c.state', 'in', [...openStates, 'under_appeal']);
  return (providerId === undefined ? rows : rows.where('c.provider_id', '=', providerId))
    .orderBy('a.case_id')
    .execute();
}

/** Open cases in which the operator `o.user_id` holds unfinished duties. */
export function unfinishedDuties(now: Date): RawBuilder<unknown> {
  return sql`
    select count(*) filter (where held.ended_at is null and c.state = any(${[...openStates, 'under_appeal']}::case_state[])
        and not (c.state = 'recommended' and held.duty = 'review')
        and (c.correction_due_at is null or c.correction_due_at > ${now})) as load,
      max(held.assigned_at) as last_assigned_at
    from case_assignment held join verification_case c on c.id = held.case_id where held.assignee_id = o.user_id`;
}
