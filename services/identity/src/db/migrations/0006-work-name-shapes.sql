-- Work names that look the same: u, v and w are one letter, and vv is w (docs/domain/lost-work.md 1).
drop index operator_work_name;
create or replace function work_name_key(name text) returns text language sql immutable parallel safe return
  regexp_replace(regexp_replace(translate(lower(normalize(name, nfkd)), 'ı0i1uw', 'lollvv'), '[^a-z0-9]', '', 'g'), 'vv', 'v', 'g');
create unique index operator_work_name on operator_change (work_name_key(work_name));
