-- What a claim of the requirement is about: documents about a person end with that person (docs/domain/erasure.md 20).
-- Null in events of earlier catalogues.
create type claim_about as enum ('business', 'person', 'premises');
alter table requirement add claim_about claim_about;
-- Whom or what the check found in the document.
alter table claim add subject_id uuid;
