-- Work names of operators (docs/domain/lost-work.md 1).

-- What looks the same is one name: without accents, signs and spaces, and with i, l, 1 and 0, o as one letter each.
create function work_name_key(name text) returns text language sql immutable parallel safe return
  regexp_replace(translate(lower(normalize(name, nfkd)), 'ı0i1', 'loll'), '[^a-z0-9]', '', 'g');

-- Given with the first role, and never another. An erasure deletes it; the end of the last role does not, because records name the
-- person.
alter table operator_change add work_name text check (char_length(work_name) between 2 and 40);
create unique index operator_work_name on operator_change (work_name_key(work_name));
grant update (work_name) on operator_change to service_app;

-- The work name that the person gets with the role; null if they have one.
alter table role_request add work_name text check (char_length(work_name) between 2 and 40);
