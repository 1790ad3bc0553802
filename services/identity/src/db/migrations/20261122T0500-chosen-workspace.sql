-- The assignment whose provider the routes of the workspace are about, for who has several (ADR 0032). It ends with the assignment.
alter table session add column workspace_assignment_id uuid references assignment on delete set null;
create index session_workspace on session (workspace_assignment_id) where workspace_assignment_id is not null;
-- Postgres wants this of whoever locks a row: the choice holds the assignment until it is stored.
grant update (role) on assignment to service_app;
