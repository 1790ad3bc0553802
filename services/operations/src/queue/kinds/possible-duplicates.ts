import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';

/**
 * A pair waits until an operator has judged all that the two have in common, and again after each measure against one of them. A pair
 * with a closed provider waits only if operators had that one in question.
 */
export function possibleDuplicates({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'possible_duplicate', d.id, null::uuid, 'possible_duplicate', 'open', d.provider_id, null::text, null::uuid,
      null::text[], d.found_at, d.due_at, null::uuid, true, 0, false, false
    from possible_duplicate d
    where ${visibility.duplicates && isOf(kind, 'possible_duplicate') && (!state || state === 'open')}
      and d.provider_id < d.other_provider_id and not is_judged(d.id, d.same, d.in_question_at)
      and d.provider_id <> all(${visibility.ownProviders}::uuid[])
      and d.other_provider_id <> all(${visibility.ownProviders}::uuid[])
      and (
        select count(*) from provider_label p where p.provider_id in (d.provider_id, d.other_provider_id) and p.is_closed
      ) <= d.is_of_closed::int`;
}
