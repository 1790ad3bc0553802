-- Tables that every service has. The migrations of the kit run before those of the service.
-- Privileges go to the group role service_app, of which the app role of each service is a member (ADR 0002).

-- SHA-256 of each applied migration file. Only the migrate step writes it.
create table migration_checksum (
  name text primary key,
  checksum bytea not null check (length(checksum) = 32)
);

-- Events: what a service sends.

create sequence outbox_position;
grant usage on sequence outbox_position to service_app;

-- A partition for each week of the ids (0004-platform-partitions.sql).
create table outbox (
  -- The order of insertion, in which the relay reads. It is no cursor: the number is taken before the commit (promise E1).
  position bigint not null default nextval('outbox_position'),
  id uuid primary key,
  -- The type of the event. Its NATS subject consists of the type and the aggregate.
  type text not null,
  aggregate_id text,
  aggregate_seq bigint,
  payload jsonb not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- The kind of aggregate, by which consumers select events.
  aggregate text not null,
  -- A short-lived event is deleted when it is acknowledged, or at this time.
  expires_at timestamptz,
  check ((aggregate_id is null) = (aggregate_seq is null))
) partition by range (id);
alter sequence outbox_position owned by outbox.position;
create index outbox_position_order on outbox (position);
create index outbox_unsent on outbox (position) where sent_at is null;
-- Not unique: a unique index contains the key of the partitions. The lock of aggregate_sequence keeps the numbers apart.
create index outbox_aggregate on outbox (aggregate_id, aggregate_seq);
create index outbox_expiry on outbox (expires_at) where expires_at is not null;
grant select, insert, update, delete on outbox to service_app;

create table aggregate_sequence (
  aggregate_id text primary key,
  last_seq bigint not null
);
grant select, insert, update, delete on aggregate_sequence to service_app;

-- How far a stream of this service is acknowledged. A stream that ends before that has lost events (promise E6).
create table stream_position (
  stream text primary key,
  last_seq bigint not null,
  -- Set while the events of the outbox are published again.
  lost_at timestamptz
);
grant select, insert, update on stream_position to service_app;

-- How many audit events of this service are sent and acknowledged (docs/domain/audit.md 19). The relay writes it when it marks events as sent, so no
-- request waits for it.
create table audit_announced (
  is_only_row boolean primary key default true check (is_only_row),
  sent bigint not null
);
insert into audit_announced (sent) values (0);
grant select, update on audit_announced to service_app;

-- How far this service has announced its state as snapshots. An unfinished run continues after its last key.
create table snapshot_run (
  is_only_row boolean primary key default true check (is_only_row),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- The thing that is announced, and the key of the last one announced.
  thing text not null,
  after_key text,
  announced bigint not null default 0,
  total bigint not null
);
grant select, insert, update on snapshot_run to service_app;

-- Events: what a service receives.

-- A partition for each week of the ids of events, so that a repeated event meets its first row (promise E2).
create table inbox (
  consumer text not null,
  event_id uuid not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (consumer, event_id)
) partition by range (event_id);
grant select, insert, update, delete on inbox to service_app;

create table inbox_position (
  consumer text not null,
  aggregate_id text not null,
  last_seq bigint not null,
  -- The time of the snapshot with which an aggregate began at this consumer. The snapshot contains its earlier events.
  started_at timestamptz,
  primary key (consumer, aggregate_id)
);
grant select, insert, update, delete on inbox_position to service_app;

-- How often the handler of an event was started. Only events whose handler failed have a row.
create table inbox_attempt (
  consumer text not null,
  event_id uuid not null,
  attempts integer not null,
  primary key (consumer, event_id)
);
grant select, insert, update, delete on inbox_attempt to service_app;

create table dead_letter (
  consumer text not null,
  event_id uuid not null,
  type text not null,
  headers jsonb not null,
  payload text not null,
  reason text not null,
  trace_id text,
  failed_at timestamptz not null default clock_timestamp(),
  redriven_at timestamptz,
  -- Set for an event that will never be applied. The audit log says who decided that, and why.
  discarded_at timestamptz,
  primary key (consumer, event_id)
);
grant select, insert, update, delete on dead_letter to service_app;

-- Requests.

create table idempotency_key (
  actor text not null,
  route text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  -- Compressed, then encrypted under a key derived from the Idempotency-Key of the request, so the row alone does not reveal it.
  answer bytea not null,
  expires_at timestamptz not null,
  primary key (actor, route, key_hash)
);
create index idempotency_key_expiry on idempotency_key (expires_at);
grant select, insert, update, delete on idempotency_key to service_app;

-- Rate limits without windows (GCRA): the row stores when the whole limit is available again.
create unlogged table rate_limit (
  key text primary key,
  full_at timestamptz not null,
  allowed boolean not null
);
grant select, insert, update, delete on rate_limit to service_app;

-- Writes that were rejected for authorization. Equal ones within a minute of the first become one audit entry.
create table open_refusal (
  actor_id uuid not null,
  operation text not null,
  slug text not null,
  count integer not null default 1,
  -- The service's own clock sets the time of the first request, as in its other audit entries.
  first_at timestamptz not null,
  last_at timestamptz not null,
  session_id uuid not null,
  permission text not null,
  object_id uuid,
  request_id text not null,
  primary key (actor_id, operation, slug)
);
create index open_refusal_first_at on open_refusal (first_at);
grant select, insert, update, delete on open_refusal to service_app;
