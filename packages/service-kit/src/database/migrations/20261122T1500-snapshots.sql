-- The time of the snapshot with which an aggregate began at this consumer. Earlier events of it are contained in the snapshot.
alter table inbox_position add column started_at timestamptz;

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
