import { sql } from 'kysely';
import { isOf, type TriageFilter } from '../filter.ts';

/** Suspensions and withholdings of providers, and their ends by another operator. Whoever did it does not review it. */
export function measureReviews({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'provider_measure', m.measure_id, null::uuid, 'measure_review', 'awaiting_review', m.provider_id, null::text, null::uuid,
      null::text[], m.taken_at, m.review_due_at, null::uuid, m.taken_by <> ${visibility.userId}::uuid, 0, false, false
    from provider_measure m
    where ${visibility.measures && isOf(kind, 'measure_review') && (!state || state === 'awaiting_review')}
      and m.reviewed_at is null and m.provider_id <> all(${visibility.ownProviders}::uuid[])`;
}
