-- Limits without windows (GCRA): what is left of a limit is told by the moment at which all of it will be there again.
drop table rate_limit;
create unlogged table rate_limit (
  key text primary key,
  full_at timestamptz not null,
  -- Whether the last point was given.
  allowed boolean not null
);
grant select, insert, update, delete on rate_limit to service_app;
