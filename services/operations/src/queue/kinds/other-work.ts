import { sql } from 'kysely';
import { isVisible } from '../../interventions/escalations/queries.ts';
import { isOf, type TriageFilter } from '../filter.ts';
import type { TriageState } from '../schema.ts';

const waitingWork: TriageState[] = ['open', 'in_progress'];
const waitingItems: TriageState[] = ['created', 'scheduled', 'in_progress', 'submitted', 'returned'];

/** Each in the columns of `work` in queue.ts. */
export function escalations({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'escalation', escalation.id, escalation.case_id, 'escalation', escalation.state::text, escalation.provider_id,
      (select category_key from triage_case where case_id = escalation.case_id), null::uuid, null::text[],
      escalation.opened_at, escalation.due_at, escalation.started_by,
      coalesce(escalation.started_by, ${visibility.userId}::uuid) = ${visibility.userId}::uuid,
      0, reason_code = 'safety_concern', false
    from escalation
    where ${visibility.escalations && isOf(kind, 'escalation')} and escalation.state <> 'resolved'
      and escalation.state::text = any(${state ? [state] : waitingWork}::text[]) and ${isVisible(visibility)}`;
}

export function incidents({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'incident', i.id, null, 'incident', i.state::text, i.provider_id, null, null, null, i.opened_at, i.due_at,
      i.started_by, coalesce(i.started_by, ${visibility.userId}::uuid) = ${visibility.userId}::uuid, 0, false, false
    from incident i
    where ${visibility.incidents && isOf(kind, 'incident')} and i.state <> 'resolved'
      and i.state::text = any(${state ? [state] : waitingWork}::text[])
      and (i.provider_id is null or i.provider_id <> all(${visibility.ownProviders}::uuid[]))`;
}

/** Until its review, whether or not it is in force. Neither who took it nor its target reviews it. */
export function emergencies({ visibility, asOf, kind, state }: TriageFilter) {
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

/** To plan a visit, or to review what another person submitted. */
export function fieldWork({ visibility, kind, state, subject }: TriageFilter) {
  const states = state ? [state] : [...waitingItems, ...(subject ? ['on_hold'] : [])];
  return sql`
    select 'field_work_item', w.id, w.case_id, 'field_work', w.state::text, w.provider_id, w.category_key,
      w.requirement_version_id, array[w.requirement_key], w.opened_at, w.due_at, w.assignee_id,
      case when w.state = 'submitted' then w.assignee_id is distinct from ${visibility.userId}
        else coalesce(w.assignee_id, ${visibility.userId}::uuid) = ${visibility.userId}::uuid end,
      coalesce(r.escalations, 0), coalesce(r.is_safety, false), coalesce(r.is_expiring, false)
    from field_work_item w left join raised r on r.case_id = w.case_id
    where ${visibility.fieldWork && isOf(kind, 'field_work')} and w.state not in ('accepted', 'cancelled', 'cannot_complete')
      and w.state::text = any(${states}::text[])
      and w.provider_id <> all(${visibility.ownProviders}::uuid[])`;
}

/** Ready to be decided: a dispute waits for the response of the other side. */
export function moderations({ visibility, asOf, kind, state }: TriageFilter) {
  const kinds = [
    ...(visibility.reviews && isOf(kind, 'review_moderation') ? ['review'] : []),
    ...(visibility.reviews && isOf(kind, 'review_response_moderation') ? ['review_response'] : []),
    ...(visibility.disputes && isOf(kind, 'dispute') ? ['dispute'] : []),
    ...(visibility.disputes && isOf(kind, 'provider_report') ? ['report'] : []),
    ...(visibility.reviews && isOf(kind, 'media_moderation') ? ['media'] : []),
  ];
  return sql`
    select case m.kind when 'media' then 'public_media' else m.kind end, m.subject_id, null::uuid,
      case when m.kind in ('review', 'review_response', 'media') then m.kind || '_moderation'
        when m.kind = 'report' then 'provider_report' else m.kind end,
      m.state, m.provider_id, m.category_key, null::uuid, null::text[], m.requested_at, m.due_at, null::uuid,
      not (m.is_appeal and exists (
        select from moderation earlier
        where earlier.subject_id = m.subject_id and earlier.round < m.round and earlier.decided_by = ${visibility.userId}
      )), 0, false, false
    from moderation m
    where m.state = 'open' and m.ready_at <= ${asOf} and m.kind = any(${kinds}::text[])
      and ${!state || state === 'open'} and m.provider_id <> all(${visibility.ownProviders}::uuid[])
      and ${visibility.userId}::uuid <> all(m.involved)`;
}
