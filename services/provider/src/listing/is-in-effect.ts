import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a claim of this subject counts in public (docs/domain/claim-subject.md 8): its subject is current, and a
 * person agreed. Null is a claim of an earlier release.
 */
export function isInEffect(subjectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${subjectId} is null or exists (
    select from claim_subject s
    where s.id = ${subjectId} and s.ended_at is null and (s.about <> 'person' or s.public_form is not null)))`;
}

/** The same at an earlier time; the consent of a person counts as it is now. */
export function wasInEffect(subjectId: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`(${subjectId} is null or exists (
    select from claim_subject s
    where s.id = ${subjectId} and (s.ended_at is null or s.ended_at > ${at})
      and (s.about <> 'person' or s.public_form is not null)))`;
}
