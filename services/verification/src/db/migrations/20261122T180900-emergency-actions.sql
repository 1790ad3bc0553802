-- Emergency actions of operations on cases and claims. No row changes when one ends: readers compare ends_at.
-- checked against release 1: its replicas change frozen cases.
create table emergency_action (
  action_id uuid primary key,
  kind text not null check (kind in ('freeze_case', 'withhold_claim')),
  target_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index emergency_action_of_target on emergency_action (target_id, kind, ends_at);
grant select, insert, update (ends_at) on emergency_action to service_app;
