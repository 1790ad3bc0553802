import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';

/** Until its review, whether or not it is in force. Neither who took it nor its target reviews it. */
export function emergencyReviews({ visibility, asOf, kind, state }: TriageFilter) {
  return sql`
    select 'emergency_action', a.id, null::uuid, 'emergency_review', a.state, a.provider_id, null, null::uuid, null::text[],
      a.started_at, a.review_due_at, null::uuid, a.state = 'awaiting_review' and ${visibility.userId}::uuid not in (a.acted_by, a.target_id), 0, false, false
    from (
      select *, case when coalesce(lifted_at, expires_at) > ${asOf} then 'active' else 'awaiting_review' end as state
      from emergency_action where not exists (select from emergency_review where action_id = emergency_action.id)
    ) a
    where ${visibility.emergencies && isOf(kind, 'emergency_review')} and (${state ?? null}::text is null or a.state = ${state ?? null})
      and (a.provider_id is null or a.provider_id <> all(${visibility.ownProviders}::uuid[]))`;
}
