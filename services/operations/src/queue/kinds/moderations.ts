import { urgentReportReasons } from '@trust/contracts/reasons/moderation-reasons';
import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';

const isUrgent = sql`(m.kind = 'report' and m.reason_code = any(${urgentReportReasons}::text[]))`;

/** Ready to be decided: a dispute waits for the response of the other side. */
export function moderations({ visibility, asOf, kind, state }: TriageFilter) {
  const kinds = [
    ...(visibility.reviews && isOf(kind, 'review_moderation') ? ['review'] : []),
    ...(visibility.reviews && isOf(kind, 'review_response_moderation') ? ['review_response'] : []),
    ...(visibility.disputes && isOf(kind, 'dispute') ? ['dispute'] : []),
    ...((visibility.disputes || visibility.emergencyActions) && isOf(kind, 'provider_report') ? ['report'] : []),
    ...(visibility.reviews && isOf(kind, 'media_moderation') ? ['media'] : []),
    ...(visibility.reviews && isOf(kind, 'name_moderation') ? ['name'] : []),
  ];
  return sql`
    select case m.kind when 'media' then 'public_media' when 'name' then 'display_name' else m.kind end, m.subject_id, null::uuid,
      case when m.kind in ('review', 'review_response', 'media', 'name') then m.kind || '_moderation'
        when m.kind = 'report' then 'provider_report' else m.kind end,
      m.state, m.provider_id, m.category_key, null::uuid, null::text[], m.requested_at, m.due_at, null::uuid,
      (m.kind <> 'report' or ${visibility.disputes}) and not (m.is_appeal and exists (
        select from moderation earlier
        where earlier.subject_id = m.subject_id and earlier.round < m.round and earlier.decided_by = ${visibility.userId}
      )) and not exists (
        select from moderation earlier
        where earlier.subject_id = any(m.earlier_subjects) and earlier.decided_by = ${visibility.userId}
      ), 0, ${isUrgent}, false
    from moderation m
    where m.state = 'open' and m.ready_at <= ${asOf} and m.kind = any(${kinds}::text[])
      and ${!state || state === 'open'} and m.provider_id <> all(${visibility.ownProviders}::uuid[])
      and ${visibility.userId}::uuid <> all(m.involved)
      and (m.kind <> 'report' or ${visibility.disputes} or ${isUrgent})`;
}
