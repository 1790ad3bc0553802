-- By which operators know each other. Operators read them beside ids of measures; an erasure clears them.
create table operator_name (
  user_id uuid primary key,
  work_name text,
  changed_at timestamptz not null
);
grant select, insert, update (work_name, changed_at) on operator_name to service_app;
