-- Emergency actions of operations on providers and claims. No row changes when one ends: readers compare ends_at.
-- checked against release 1: its replicas show what an action hides.
create table emergency_action (
  action_id uuid primary key,
  kind text not null check (kind in ('suspend_provider_listing', 'withhold_claim')),
  target_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index emergency_action_of_target on emergency_action (target_id, kind, ends_at);
create index emergency_action_by_end on emergency_action (kind, ends_at);
grant select, insert, update (ends_at) on emergency_action to service_app;

alter table public_listing add column claim_ids uuid[] not null default '{}';
update public_listing l set claim_ids = (
  select array_agg(c.claim_id order by c.claim_id) from claim c
  where c.provider_id = l.provider_id and c.category_key = l.category_key and c.status = 'active');
