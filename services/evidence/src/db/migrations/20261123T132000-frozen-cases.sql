-- Emergency actions that freeze a case. No row changes when one ends: readers compare ends_at (ADR 0071).
create table case_freeze (
  action_id uuid primary key,
  case_id uuid not null,
  ends_at timestamptz not null
);
create index case_freeze_of_case on case_freeze (case_id, ends_at);
grant select, insert, update (ends_at) on case_freeze to service_app;
