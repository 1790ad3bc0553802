-- The id of a chosen assignment stays when the assignment ends: the session needs a new choice before anything is written to another
-- provider (docs/domain/sign-in-and-sessions.md 44).
alter table session drop constraint session_workspace_assignment_id_fkey;
drop index session_workspace;
