-- Writes that were refused for authorisation, until the minute of the first of equal ones has passed: then they become one audit entry.
create table open_refusal (
  actor_id uuid not null,
  operation text not null,
  slug text not null,
  count integer not null default 1,
  -- Of the first request. Times are the service's, as those of its other audit entries.
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
