import { type RawBuilder, sql } from 'kysely';

/**
 * When the subject `s` of claim `c` ended, if that is what became of the claim in public. A later claim about a person
 * who did not agree to it replaces nothing here (docs/domain/claim-subject.md 12).
 */
export const endOfSubject: RawBuilder<Date | null> = sql`case when c.status in ('active', 'suspended')
  or c.status = 'superseded' and s.about = 'person' and not exists (
    select from claim later join claim_subject of_later on of_later.id = later.subject_id
    where later.claim_id = c.superseded_by and of_later.public_form is not null)
  then s.ended_at end`;
