import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';

/** A document is scanned within seconds; one that waits longer needs an operator. */
const scanMinutes = 15;

/**
 * Documents that wait for their scan, and those without a readable successor in an open case. The
 * clock of the latter is paused: the case waits for the provider.
 */
export function evidenceScans({ visibility, asOf, kind, state }: TriageFilter) {
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
