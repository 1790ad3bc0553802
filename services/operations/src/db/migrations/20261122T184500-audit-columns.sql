-- Columns of the filters. Postgres derives them from the hashed text, so they cannot say anything else.
-- checked against release 1: its replicas insert the text only, as before; the table is rewritten once.
create function audit_instant(text) returns timestamptz language sql immutable strict as $$
  select case when $1 ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' then $1::timestamptz end
$$;
create function audit_uuid(text) returns uuid language sql immutable strict as $$
  select case when $1 ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then $1::uuid end
$$;

alter table audit_entry
  add column occurred_at timestamptz generated always as
    (audit_instant(coalesce(entry::jsonb ->> 'occurredAt', entry::jsonb ->> 'at'))) stored,
  add column service text generated always as (entry::jsonb ->> 'service') stored,
  add column actor_id uuid generated always as (audit_uuid(entry::jsonb ->> 'actorId')) stored,
  add column action text generated always as (entry::jsonb ->> 'action') stored,
  add column object_type text generated always as (entry::jsonb ->> 'objectType') stored,
  add column object_id text generated always as (entry::jsonb ->> 'objectId') stored,
  add column provider_id uuid generated always as (audit_uuid(case entry::jsonb ->> 'objectType'
    when 'provider' then entry::jsonb ->> 'objectId'
    else coalesce(entry::jsonb -> 'after' ->> 'providerId', entry::jsonb -> 'before' ->> 'providerId') end)) stored,
  add column outcome text generated always as (entry::jsonb ->> 'outcome') stored,
  add column request_id text generated always as (entry::jsonb ->> 'requestId') stored;

drop index audit_entry_actor;
create index audit_entry_newest on audit_entry (occurred_at desc, seq desc);
create index audit_entry_actor on audit_entry (actor_id, occurred_at desc, seq desc);
create index audit_entry_action on audit_entry (action, occurred_at desc, seq desc);
create index audit_entry_object on audit_entry (object_id, occurred_at desc, seq desc);
create index audit_entry_provider on audit_entry (provider_id, occurred_at desc, seq desc) where provider_id is not null;
create index audit_entry_refused on audit_entry (occurred_at desc, seq desc) where outcome = 'refused';
create index audit_entry_request on audit_entry (request_id);

-- Hashes of the complete subtrees of at least 256 entries (RFC 9162 §2.1). A proof reads a few of them; a checkpoint signs their root.
create table audit_tree_node (
  -- The subtree has 2^level entries and begins after position * 2^level of them.
  level smallint not null check (level >= 8),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, position)
);
call make_immutable('audit_tree_node');
grant select, insert on audit_tree_node to service_app;
-- Whether the signed text has the root of the tree.
alter table audit_checkpoint add column has_tree boolean not null default false;
