-- What operators do with items of the queue (ADR 0082). Ids are unique over all kinds of subjects.

-- In force until expires_at: nothing ends it.
create table triage_claim (
  subject_id uuid primary key,
  subject_type text not null,
  operator_id uuid not null,
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at = claimed_at + interval '15 minutes')
);
create index triage_claim_of_operator on triage_claim (operator_id, expires_at);
create index triage_claim_by_end on triage_claim (expires_at);
grant select, insert, delete, update (operator_id, claimed_at, expires_at) on triage_claim to service_app;

create table triage_snooze (
  subject_id uuid primary key,
  subject_type text not null,
  operator_id uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  snoozed_at timestamptz not null,
  snoozed_until timestamptz not null,
  check (snoozed_until > snoozed_at and snoozed_until <= snoozed_at + interval '14 days')
);
create index triage_snooze_by_end on triage_snooze (snoozed_until);
grant select, insert, delete, update (operator_id, reason, snoozed_at, snoozed_until) on triage_snooze to service_app;

create table triage_note (
  id uuid primary key,
  subject_id uuid not null,
  subject_type text not null,
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  written_at timestamptz not null
);
create index triage_note_newest on triage_note (subject_id, written_at desc, id desc);
call make_immutable('triage_note');
grant select, insert on triage_note to service_app;

create table saved_view (
  operator_id uuid not null,
  key text not null,
  -- Bounds the number for each operator.
  position smallint not null check (position between 1 and 20),
  name text not null check (char_length(name) between 1 and 60),
  filters jsonb not null,
  saved_at timestamptz not null,
  primary key (operator_id, key),
  constraint saved_view_position unique (operator_id, position)
);
grant select, insert, delete, update (name, filters, saved_at) on saved_view to service_app;
