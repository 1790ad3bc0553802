import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';
import type { TriageState } from '../schema.ts';

const waiting: TriageState[] = ['open', 'in_progress'];

export function incidents({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'incident', i.id, null, 'incident', i.state::text, i.provider_id, null, null, null, i.opened_at, i.due_at,
      i.started_by, coalesce(i.started_by, ${visibility.userId}::uuid) = ${visibility.userId}::uuid, 0, false, false
    from incident i
    where ${visibility.incidents && isOf(kind, 'incident')} and i.state <> 'resolved'
      and i.state::text = any(${state ? [state] : waiting}::text[])
      and (i.provider_id is null or i.provider_id <> all(${visibility.ownProviders}::uuid[]))`;
}
