-- Tables that every service has. Never edited once released; followed by platform-v2.
-- Privileges go to the group role service_app, of which the service's own app role is a member.

create table outbox (
  -- Order of insertion, for the relay to walk. Not a cursor: it is handed out before commit (promise E1).
  position bigint generated always as identity primary key,
  id uuid not null unique,
  subject text not null,
  aggregate_id text,
  aggregate_seq bigint,
  payload jsonb not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  check ((aggregate_id is null) = (aggregate_seq is null)),
  unique (aggregate_id, aggregate_seq)
);
create index outbox_unsent on outbox (position) where sent_at is null;
create index outbox_created on outbox (created_at);

create table aggregate_sequence (
  aggregate_id text primary key,
  last_seq bigint not null
);

create table inbox (
  consumer text not null,
  event_id uuid not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (consumer, event_id)
);
create index inbox_received on inbox (received_at);

create table inbox_position (
  consumer text not null,
  aggregate_id text not null,
  last_seq bigint not null,
  primary key (consumer, aggregate_id)
);

-- Only of events that gave trouble: how often their handler was started, and how often they came before their predecessor.
create table inbox_attempt (
  consumer text not null,
  event_id uuid not null,
  attempts integer not null,
  gaps integer not null,
  primary key (consumer, event_id)
);

create table dead_letter (
  consumer text not null,
  event_id uuid not null,
  subject text not null,
  headers jsonb not null,
  payload text not null,
  reason text not null,
  trace_id text,
  failed_at timestamptz not null default clock_timestamp(),
  redriven_at timestamptz,
  primary key (consumer, event_id)
);

create table idempotency_key (
  actor text not null,
  route text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  -- Encrypted under a key derived from the presented Idempotency-Key: the row alone is useless.
  answer bytea not null,
  expires_at timestamptz not null,
  primary key (actor, route, key_hash)
);
create index idempotency_key_expiry on idempotency_key (expires_at);

-- The shape that rate-limiter-flexible expects.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

grant select, insert, update, delete on outbox, aggregate_sequence, inbox, inbox_position, inbox_attempt, dead_letter,
  idempotency_key, rate_limit to service_app;

-- Recorded facts (promise M2). ENABLE ALWAYS: plain triggers do not fire under session_replication_role = replica.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is immutable', tg_table_name using errcode = 'restrict_violation';
end $$;

create procedure make_immutable(target regclass) language plpgsql as $$
begin
  execute format('create trigger refuse_row_change before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger refuse_row_change', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;

-- State machines (promise M1): the transition table of a thing, as rows; a trigger refuses what is not listed.
create table allowed_transition (
  thing text not null,
  from_state text not null,
  to_state text not null,
  primary key (thing, from_state, to_state)
);
grant select on allowed_transition to service_app;

create function check_transition() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and not exists (
    select from allowed_transition where thing = tg_argv[0] and from_state = old.state::text and to_state = new.state::text
  ) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create procedure guard_transitions(target regclass, thing text) language plpgsql as $$
begin
  execute format('create trigger check_transition before update on %s for each row execute function check_transition(%L)', target, thing);
  execute format('alter table %s enable always trigger check_transition', target);
end $$;
