-- What a migration begins and a command finishes: changes of old rows, in batches beside the running services (ADR 0133).
create table backfill (
  name text primary key,
  relation text not null,
  checksum bytea not null check (length(checksum) = 32),
  -- As Postgres estimated when the backfill was registered.
  rows_expected bigint not null check (rows_expected >= 0),
  rows_done bigint not null default 0 check (rows_done >= 0),
  -- The last key that is done, in the text form of its type.
  last_key text,
  registered_at timestamptz not null,
  finished_at timestamptz check (finished_at >= registered_at)
);
grant select on backfill to service_app;

-- A contract step needs replicas of its release, which migrated the database when they were deployed.
create table migrated_release (
  release text primary key,
  migrated_at timestamptz not null
);
