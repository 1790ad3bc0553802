import type { PayloadOf } from '@trust/contracts/event';
import type { claimChanged } from '@trust/contracts/events/claims';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { CaseOutcome, CaseState, ClaimState } from '../db/schema.ts';
import type { AppealRow } from '../outcome/appeals/queries.ts';

type ChangeReason = NonNullable<PayloadOf<typeof claimChanged>['changeReason']>;
type CaseEvent = { at: Date; state: CaseState | null; hasReviewer: boolean | null };

/** Changes of the state and of the reviewer, oldest first. Null: not changed. */
export async function findCaseEvents(trx: Trx, caseId: string): Promise<CaseEvent[]> {
  const { rows } = await sql<CaseEvent>`
    select at, state, has_reviewer as "hasReviewer" from (
      select at, position, null::boolean as has_reviewer,
        case when type = 'decision_recorded' then 'decided' else status end as state
      from timeline_entry where case_id = ${caseId}
        and (type in ('case_opened', 'decision_recorded') or type::text = 'case_' || status)
      union all
      select submitted_at, null, null, 'under_appeal' from appeal where case_id = ${caseId}
      union all
      select at, null, bool_or(is_start), null from (
        select assigned_at as at, true as is_start from case_assignment where case_id = ${caseId} and duty = 'review'
        union all
        select ended_at, false from case_assignment
        where case_id = ${caseId} and duty = 'review' and ended_at is not null
      ) change group by at
    ) event order by at, position nulls last`.execute(trx);
  return rows;
}

export function findDecisions(trx: Trx, caseId: string) {
  return trx
    .selectFrom('decision')
    .select(['id', 'outcome', 'decided_at'])
    .where('case_id', '=', caseId)
    .orderBy('decided_at')
    .orderBy('id')
    .$narrowType<{ outcome: CaseOutcome }>()
    .execute();
}

/** A case has one pending appeal at a time, so the first entry after its submission is of this appeal. */
export async function appealChangedAt(trx: Trx, { case_id, state, submitted_at }: AppealRow): Promise<Date> {
  const { at } = await trx
    .selectFrom('timeline_entry')
    .select('at')
    .where('case_id', '=', case_id)
    .where('type', '=', `appeal_${state}`)
    .where('at', '>=', submitted_at)
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow();
  return at;
}

export function findVisitCase(trx: Trx, visitId: string) {
  return trx.selectFrom('field_visit').select('case_id').where('id', '=', visitId).executeTakeFirst();
}

type ClaimEvent = { state: ClaimState; reason: ChangeReason; at: Date };

/** Oldest first, without the grant. */
export function findClaimChanges(trx: Trx, claimId: string): Promise<ClaimEvent[]> {
  return trx
    .selectFrom('claim_change')
    .select(['to_state as state', 'reason', 'changed_at as at'])
    .where('claim_id', '=', claimId)
    .orderBy('position')
    .$narrowType<{ reason: ChangeReason }>()
    .execute();
}
