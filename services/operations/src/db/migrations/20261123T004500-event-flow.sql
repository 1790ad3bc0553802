-- What each service reported last about its outbox, consumers and dead letters (ADR 0082).

create table event_flow (
  service text primary key,
  reported_at timestamptz not null,
  unsent_events integer not null,
  oldest_unsent_seconds integer,
  consumer_lag integer,
  dead_letters integer not null
);
grant select, insert, update on event_flow to service_app;

-- Several services can park one event.
create table parked_event (
  service text not null,
  event_id uuid not null,
  type text not null,
  parked_at timestamptz not null,
  due_at timestamptz not null,
  primary key (service, event_id)
);
grant select, insert, delete on parked_event to service_app;
