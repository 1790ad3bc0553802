-- What a claim of the requirement is about: documents about a person end with that person (docs/domain/erasure.md 20).
-- Null in events of earlier catalogues.
create type claim_about as enum ('business', 'person', 'premises');
alter table requirement add claim_about claim_about;
-- Whom or what the check found in the document.
alter table claim add subject_id uuid;

-- Persons and premises that a provider no longer has: what shows them may go, and goes by itself later (docs/domain/evidence.md 32, 33).
create table ended_subject (
  id uuid primary key,
  provider_id uuid not null,
  about claim_about not null,
  ended_at timestamptz not null
);
create index ended_subject_of_provider on ended_subject (provider_id, about, ended_at);
grant select, insert, update (provider_id, about, ended_at) on ended_subject to service_app;
