-- Reminders follow the claims that rest on documents, not the age of documents (ADR 0034).

create type claim_state as enum ('active', 'suspended', 'revoked', 'superseded');
create table claim (
  id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  category_key text not null,
  requirement_key text not null,
  -- What it rests on.
  evidence_version_id uuid not null,
  state claim_state not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null
);
create index claim_by_end on claim (valid_until) where state = 'active';
create index claim_of_version on claim (evidence_version_id);
grant select, insert, update on claim to service_app;

create table claim_reminder (
  claim_id uuid not null references claim,
  days_before smallint not null check (days_before in (60, 30, 7, 0)),
  sent_at timestamptz not null,
  primary key (claim_id, days_before)
);
call make_immutable('claim_reminder');
grant select, insert on claim_reminder to service_app;

drop table renewal_reminder;
alter table requirement drop column validity_days;
