-- Whoever is or was an operator, and when their permissions last changed. Roles are deleted, so `operator_grant` forgets them.
create table operator_change (
  person_id uuid primary key references person,
  changed_at timestamptz not null
);
insert into operator_change select person_id, max(granted_at) from operator_grant group by 1;
grant select, insert, update (changed_at) on operator_change to service_app;
