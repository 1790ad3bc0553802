import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';

/** Not for who requested an override, voted on it, or represented its provider then (promise Z3). */
export function overrideApprovals({ visibility, asOf, kind, state }: TriageFilter) {
  return sql`
    select 'override', o.id, c.case_id, 'override_approval', 'pending', o.provider_id, c.category_key,
      c.requirement_version_id, null::text[], o.requested_at, o.expires_at, null::uuid, true, 0, false, false
    from override_request o left join triage_case c on c.case_id = o.target_id
    where ${visibility.overrides && isOf(kind, 'override_approval') && (!state || state === 'pending')}
      and o.state = 'pending' and o.expires_at > ${asOf} and o.requester_id <> ${visibility.userId}::uuid
      and not exists (
        select from override_approval a where a.override_id = o.id and a.approver_id = ${visibility.userId}::uuid)
      and not represents_since(${visibility.userId}, o.provider_id, o.requested_at)
      and (o.provider_id is null or o.provider_id <> all(${visibility.ownProviders}::uuid[]))`;
}
