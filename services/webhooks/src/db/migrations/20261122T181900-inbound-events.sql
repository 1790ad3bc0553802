-- Verified webhooks. The event id of the sender is unique, so a repeated one changes nothing (promise W3).
create table inbound_event (
  -- Also the id of its event on the bus: attempts and dead letters there belong to this row.
  id uuid primary key,
  source text not null check (source ~ '^[a-z][a-z0-9-]{1,30}$'),
  provider_event_id text not null check (length(provider_event_id) between 1 and 255),
  body_hash bytea not null check (length(body_hash) = 32),
  -- The body, encrypted, until it is processed.
  content bytea,
  received_at timestamptz not null,
  duplicate_count integer not null default 0,
  -- Repeats of the id with another body: not applied.
  conflict_count integer not null default 0,
  outcome text check (outcome in ('applied', 'ignored')),
  processed_at timestamptz,
  check ((processed_at is null) = (outcome is null)),
  check ((processed_at is null) = (content is not null)),
  unique (source, provider_event_id)
);
create index inbound_event_received on inbound_event (received_at);

-- What SMS and chat providers report of a message. Their order is not that of the reports.
create table message_status (
  source text not null,
  message_ref text not null,
  status text not null,
  error_code text,
  reported_at timestamptz not null,
  primary key (source, message_ref, status)
);
create index message_status_reported on message_status (reported_at);

grant select, insert, delete, update (content, duplicate_count, conflict_count, outcome, processed_at) on inbound_event to service_app;
grant select, insert, delete on message_status to service_app;
