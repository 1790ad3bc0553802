-- Verified webhooks of other companies. The event id of a sender is unique, so a repeated event changes nothing (promise W3).
create table inbound_event (
  -- Also the id of its event on the bus, so attempts and dead letters there can be traced to this row.
  id uuid primary key,
  source text not null check (source ~ '^[a-z][a-z0-9-]{1,30}$'),
  provider_event_id text not null check (length(provider_event_id) between 1 and 255),
  body_hash bytea not null check (length(body_hash) = 32),
  -- The body, encrypted. Deleted when it is processed.
  content bytea,
  received_at timestamptz not null,
  duplicate_count integer not null default 0,
  -- Events with the same id and another body. They are not applied.
  conflict_count integer not null default 0,
  outcome text check (outcome in ('applied', 'ignored')),
  processed_at timestamptz,
  check ((processed_at is null) = (outcome is null)),
  check ((processed_at is null) = (content is not null)),
  unique (source, provider_event_id)
);
create index inbound_event_received on inbound_event (received_at);
grant select, insert, update (content, duplicate_count, conflict_count, outcome, processed_at), delete on inbound_event to service_app;
