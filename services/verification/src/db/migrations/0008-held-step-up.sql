-- The step-up that opened the review of a case counts for 30 minutes in its session (docs/domain/roles-and-step-up.md 15).

-- From evidence. No foreign key: after a restore of this database an event can name a case that it lacks.
create table held_step_up (
  session_id uuid not null,
  case_id uuid not null,
  person_id uuid not null,
  ends_at timestamptz not null,
  primary key (session_id, case_id)
);
create index held_step_up_end on held_step_up (ends_at);
grant select, insert, update (ends_at), delete on held_step_up to service_app;
