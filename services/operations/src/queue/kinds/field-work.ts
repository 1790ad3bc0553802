import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';
import type { TriageState } from '../schema.ts';

const waiting: TriageState[] = ['created', 'scheduled', 'in_progress', 'submitted', 'returned'];

/** To plan a visit, or to review what another person submitted. */
export function fieldWork({ visibility, kind, state, subject }: TriageFilter) {
  const states = state ? [state] : [...waiting, ...(subject ? ['on_hold'] : [])];
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
