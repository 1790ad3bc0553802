-- Until when operators are present: automatic assignments choose among them (ADR 0082).
create table operator_presence (
  user_id uuid primary key,
  present_until timestamptz not null,
  announced_at timestamptz not null
);
grant select, insert, update (present_until, announced_at) on operator_presence to service_app;
