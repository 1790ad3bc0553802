import { sql } from 'kysely';
import { isRenewal } from '../../directory/expiries/queries.ts';
import { isOf, type TriageFilter } from '../filter.ts';
import { expiringDays } from '../priority.ts';

/** A document is scanned within seconds; one that waits longer needs an operator. */
const scanMinutes = 15;

/** Claims that end soon while no case renews them. Each in the columns of `work` in queue.ts. */
export function expiringClaims({ visibility, asOf, kind, state }: TriageFilter) {
  const soon = new Date(asOf.getTime() + expiringDays * 86_400_000);
  return sql`
    select 'claim', c.claim_id, c.case_id, 'expiring_claim', 'expiring', c.provider_id, c.category_key, null::uuid,
      array[c.requirement_key], c.valid_until - make_interval(days => ${expiringDays}::int), c.valid_until, null::uuid,
      true, 0, false, true
    from claim c
    where ${sql.lit(visibility.expiries && isOf(kind, 'expiring_claim') && (!state || state === 'expiring'))}
      and c.state = 'active' and c.valid_until > ${asOf} and c.valid_until <= ${soon}
      and c.provider_id <> all(${visibility.ownProviders}::uuid[])
      and not exists (select from triage_case r where ${isRenewal(asOf)})`;
}

/** Until somebody judged the pair, or one of both providers closed. */
function possibleDuplicates({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'possible_duplicate', d.id, null::uuid, 'possible_duplicate', 'open', d.provider_id, null::text, null::uuid,
      null::text[], d.found_at, d.due_at, null::uuid, true, 0, false, false
    from possible_duplicate d
    where ${visibility.duplicates && isOf(kind, 'possible_duplicate') && (!state || state === 'open')}
      and d.provider_id < d.other_provider_id and not exists (select from duplicate_review where duplicate_id = d.id)
      and d.provider_id <> all(${visibility.ownProviders}::uuid[])
      and d.other_provider_id <> all(${visibility.ownProviders}::uuid[])
      and not exists (
        select from provider_label p where p.provider_id in (d.provider_id, d.other_provider_id) and p.is_closed)`;
}

/**
 * Documents that wait for their scan, and those without a readable successor in an open case. The
 * clock of the latter is paused: the case waits for the provider.
 */
function evidenceScans({ visibility, asOf, kind, state }: TriageFilter) {
  const waitingSince = new Date(asOf.getTime() - scanMinutes * 60_000);
  return sql`
    select 'evidence_version', e.evidence_version_id, e.case_id, 'evidence_scan', e.state::text, e.provider_id,
      c.category_key, c.requirement_version_id, array[e.requirement_key], e.changed_at,
      case when e.state = 'pending_scan' then e.due_at end, null::uuid, true, 0, false, false
    from evidence_version e left join triage_case c on c.case_id = e.case_id
    where ${visibility.everything && isOf(kind, 'evidence_scan')}
      and (${state ?? null}::text is null or e.state::text = ${state ?? null})
      and e.provider_id <> all(${visibility.ownProviders}::uuid[])
      and ((e.state = 'pending_scan' and e.changed_at <= ${waitingSince}) or (
        e.state in ('rejected', 'lost') and c.state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction')
        and not exists (
          select from evidence_version later
          where later.case_id = e.case_id and later.requirement_key = e.requirement_key
            and later.state in ('pending_scan', 'available'))))`;
}

/** Not for who requested an override, voted on it, or represented its provider then (promise Z3). */
function overrideApprovals({ visibility, asOf, kind, state }: TriageFilter) {
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

/** `npm run events` applies or discards a dead letter; the next report of the service removes it. */
function deadLetters({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'dead_letter', e.event_id, null::uuid, 'dead_letter', 'parked', null::uuid, null::text, null::uuid, null::text[],
      min(e.parked_at), min(e.due_at), null::uuid, true, 0, false, false
    from parked_event e
    where ${visibility.incidents && isOf(kind, 'dead_letter') && (!state || state === 'parked')}
    group by e.event_id`;
}

export const waitingWork = [possibleDuplicates, evidenceScans, overrideApprovals, deadLetters];
