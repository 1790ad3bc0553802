import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';

/** `npm run events` applies or discards a dead letter; the next report of the service removes it. */
export function deadLetters({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'dead_letter', e.event_id, null::uuid, 'dead_letter', 'parked', null::uuid, null::text, null::uuid, null::text[],
      min(e.parked_at), min(e.due_at), null::uuid, true, 0, false, false
    from parked_event e
    where ${visibility.incidents && isOf(kind, 'dead_letter') && (!state || state === 'parked')}
    group by e.event_id`;
}
