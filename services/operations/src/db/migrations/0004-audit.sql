-- The audit log of the whole platform.

-- The columns of the filters below need these functions. PL/pgSQL keeps plans for the session; as SQL functions, which Postgres plans
-- again in every insert, they took half the time of an insert.
create function audit_instant(text) returns timestamptz language plpgsql immutable strict as $$
begin
  return case when $1 ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' then $1::timestamptz end;
end $$;

create function audit_uuid(text) returns uuid language plpgsql immutable strict as $$
begin
  return case when $1 ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then $1::uuid end;
end $$;

-- The audit log is one chain (promise P1). The database numbers and hashes the entries; the service only says what happened.
create table audit_entry (
  seq bigint primary key,
  -- Canonical JSON, stored as text, because exactly these bytes are hashed.
  entry text not null,
  -- An event that arrives again, however late, is in the chain once.
  event_id uuid not null unique generated always as ((entry::jsonb ->> 'eventId')::uuid) stored,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  entry_hash bytea not null check (octet_length(entry_hash) = 32),
  -- The columns of the filters. Postgres derives them from the hashed text, so they always agree with it.
  occurred_at timestamptz generated always as
    (audit_instant(coalesce(entry::jsonb ->> 'occurredAt', entry::jsonb ->> 'at'))) stored,
  service text generated always as (entry::jsonb ->> 'service') stored,
  actor_id uuid generated always as (audit_uuid(entry::jsonb ->> 'actorId')) stored,
  action text generated always as (entry::jsonb ->> 'action') stored,
  object_type text generated always as (entry::jsonb ->> 'objectType') stored,
  object_id text generated always as (entry::jsonb ->> 'objectId') stored,
  provider_id uuid generated always as (audit_uuid(case entry::jsonb ->> 'objectType'
    when 'provider' then entry::jsonb ->> 'objectId'
    else coalesce(entry::jsonb -> 'after' ->> 'providerId', entry::jsonb -> 'before' ->> 'providerId') end)) stored,
  outcome text generated always as (entry::jsonb ->> 'outcome') stored,
  request_id text generated always as (entry::jsonb ->> 'requestId') stored
);
create index audit_entry_newest on audit_entry (occurred_at desc, seq desc);
create index audit_entry_actor on audit_entry (actor_id, occurred_at desc, seq desc);
create index audit_entry_action on audit_entry (action, occurred_at desc, seq desc);
create index audit_entry_object on audit_entry (object_id, occurred_at desc, seq desc);
create index audit_entry_provider on audit_entry (provider_id, occurred_at desc, seq desc) where provider_id is not null;
create index audit_entry_refused on audit_entry (occurred_at desc, seq desc) where outcome = 'refused';
create index audit_entry_request on audit_entry (request_id);
call make_immutable('audit_entry');
grant select, insert (entry) on audit_entry to service_app;

create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_entry;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  select * into head from audit_entry order by seq desc limit 1;
  new.seq := coalesce(head.seq, 0) + 1;
  new.previous_hash := coalesce(head.entry_hash, decode(repeat('00', 32), 'hex'));
  new.entry_hash := sha256(new.previous_hash || convert_to(new.entry, 'UTF8'));
  return new;
end $$;
create trigger chain_audit_entry before insert on audit_entry for each row execute function chain_audit_entry();
alter table audit_entry enable always trigger chain_audit_entry;

-- Hashes of the complete subtrees of at least 256 entries (RFC 9162 §2.1). A proof reads a few of them, and a checkpoint signs the root.
create table audit_tree_node (
  -- The subtree has 2^level entries and begins after position * 2^level of them.
  level smallint not null check (level >= 8),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, position)
);
call make_immutable('audit_tree_node');
grant select, insert on audit_tree_node to service_app;

-- Signed statements of the length and the last hash of the chain. Only the signed text counts; the columns are for the schedule.
create table audit_checkpoint (
  id bigint generated always as identity primary key,
  size bigint not null,
  made_at timestamptz not null,
  jws text not null,
  -- True if the signed text contains the root of the tree.
  has_tree boolean not null default false
);
call make_immutable('audit_checkpoint');
grant select, insert on audit_checkpoint to service_app;
