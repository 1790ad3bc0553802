-- Unfinished duties of operators, from the events of cases: the load in the directory of operators (ADR 0070).
create table operator_duty (
  case_id uuid not null,
  duty text not null check (duty in ('review', 'decide', 'appeal')),
  person_id uuid not null,
  -- The end of a correction window; the case then waits for nobody.
  ends_at timestamptz,
  primary key (case_id, duty)
);
create index operator_duty_of_person on operator_duty (person_id);
grant select, insert, delete on operator_duty to service_app;
