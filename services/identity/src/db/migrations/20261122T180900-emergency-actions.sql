-- Emergency actions of operations that keep an account signed out. No row changes when one ends: readers compare ends_at.
-- checked against release 1: its replicas open sessions that this forbids.
create table emergency_action (
  action_id uuid primary key,
  person_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index emergency_action_of_person on emergency_action (person_id, ends_at);
grant select, insert, update (ends_at) on emergency_action to service_app;
