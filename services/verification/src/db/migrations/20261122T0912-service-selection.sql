-- The table has the name that the specification and the other services use.
alter table selection rename to service_selection;
