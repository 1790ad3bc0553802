-- The clock hour in which the holder of a duty was last told that what a case is about changed (docs/domain/claim-subject.md 28).
create table subject_notice (
  assignment_id uuid not null references case_assignment,
  case_id uuid not null references verification_case,
  told_in timestamptz not null check (told_in = date_trunc('hour', told_in, 'UTC')),
  primary key (assignment_id, case_id)
);
grant select, insert, update (told_in) on subject_notice to service_app;
