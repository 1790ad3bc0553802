-- Several numbers and addresses to one person, each proved to be theirs; never none.

alter table contact_point add column id uuid not null unique default gen_random_uuid();

-- Whose contact point it is to become: the code signs nobody in. Null where it does.
alter table challenge add column person_id uuid references person;
create index challenge_person on challenge (person_id) where person_id is not null;

-- Looked at when the transaction commits: whoever is erased loses all of them. A person whose key is gone was erased after the
-- backup that they were restored from. The person is locked first, so of two removals at once the second sees the first.
create function keep_a_contact_point() returns trigger language plpgsql as $$
begin
  perform from person where id = old.person_id and erased_at is null for update;
  if found and exists (select from data_key where subject_id = old.person_id)
    and not exists (select from contact_point where person_id = old.person_id and verified_at is not null) then
    raise exception 'a person keeps a contact point to sign in with'
      using errcode = 'check_violation', constraint = 'person_keeps_a_contact_point';
  end if;
  return null;
end $$;
create constraint trigger keep_a_contact_point after delete on contact_point deferrable initially deferred
  for each row execute function keep_a_contact_point();
alter table contact_point enable always trigger keep_a_contact_point;
