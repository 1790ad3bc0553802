-- Letters without one of a to z within them count as what they are written or look like (docs/domain/lost-work.md 1); the contract
-- takes no others. Both cases, because lower() depends on the locale.
drop index operator_work_name;
create or replace function work_name_key(name text) returns text language sql immutable parallel safe return
  regexp_replace(
    regexp_replace(
      replace(replace(replace(replace(replace(replace(
        translate(lower(normalize(name, nfkd)), 'ı0i1uwøØłŁđĐðÐħĦŧŦ', 'lollvvoollddddhhtt'),
        'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'),
      '[^a-z0-9]', '', 'g'),
    'vv', 'v', 'g');
create unique index operator_work_name on operator_change (work_name_key(work_name));
