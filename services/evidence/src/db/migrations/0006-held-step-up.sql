-- The step-up that opened the review of a case counts for 30 minutes in its session (docs/domain/roles-and-step-up.md 15).

create table held_step_up (
  session_id uuid not null,
  case_id uuid not null references verification_case,
  person_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null check (ends_at <= started_at + interval '30 minutes'),
  primary key (session_id, case_id)
);
create index held_step_up_end on held_step_up (ends_at);
grant select, insert, update (started_at, ends_at), delete on held_step_up to service_app;
