-- Work names of operators (docs/domain/lost-work.md 1).

-- Given with the first role, and never another. An erasure deletes it; the end of the last role does not, because records name the
-- person.
alter table operator_change add work_name text check (char_length(work_name) between 2 and 40);
create unique index operator_work_name on operator_change (lower(normalize(work_name, nfkc)));
grant update (work_name) on operator_change to service_app;

-- The work name that the person gets with the role; null if they have one.
alter table role_request add work_name text check (char_length(work_name) between 2 and 40);
