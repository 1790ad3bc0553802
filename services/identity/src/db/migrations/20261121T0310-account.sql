-- A person's profile, and what they agreed to.

alter table person
  add column sealed_display_name bytea,
  add column locale text not null default 'en' check (locale in ('en', 'fr')),
  add column revision integer not null default 1 check (revision > 0),
  add column erased_at timestamptz,
  add constraint erased_means_empty check (erased_at is null or sealed_display_name is null);
grant update (sealed_display_name, locale, revision, erased_at) on person to service_app;

create function guard_person() returns trigger language plpgsql as $$
begin
  if old.erased_at is not null then
    raise exception 'a person who was erased stays so' using errcode = 'restrict_violation';
  end if;
  if new.revision <> old.revision + 1 then
    raise exception 'a change of a person is a new revision' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_person before update on person for each row execute function guard_person();
alter table person enable always trigger guard_person;

-- The last entry of a person and policy is in force. The ids stay when the person is erased: they are the proof, and name nobody.
create table consent_entry (
  id uuid primary key,
  person_id uuid not null references person,
  policy_key text not null,
  version text not null check (version <> ''),
  granted boolean not null,
  at timestamptz not null
);
create index consent_entry_newest on consent_entry (person_id, policy_key, id desc);
call make_immutable('consent_entry');
grant select, insert on consent_entry to service_app;
