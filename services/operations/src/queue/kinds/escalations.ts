import { sql } from 'kysely';
import { isVisible } from '../../interventions/escalations/is-visible.ts';
import { isOf, type TriageFilter } from '../filter.ts';
import type { TriageState } from '../schema.ts';

const waiting: TriageState[] = ['open', 'in_progress'];

export function escalations({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'escalation', escalation.id, escalation.case_id, 'escalation', escalation.state::text, escalation.provider_id,
      (select category_key from triage_case where case_id = escalation.case_id), null::uuid, null::text[],
      escalation.opened_at, escalation.due_at, escalation.started_by,
      coalesce(escalation.started_by, ${visibility.userId}::uuid) = ${visibility.userId}::uuid,
      0, reason_code = 'safety_concern', false
    from escalation
    where ${visibility.escalations && isOf(kind, 'escalation')} and escalation.state <> 'resolved'
      and escalation.state::text = any(${state ? [state] : waiting}::text[]) and ${isVisible(visibility)}`;
}
