-- People: what identity knows of them, how to reach them, and what is left of somebody who was erased.

create table person (
  id uuid primary key,
  created_at timestamptz not null,
  sealed_display_name bytea,
  locale text not null default 'en' check (locale in ('en', 'fr')),
  revision integer not null default 1 check (revision > 0),
  erased_at timestamptz,
  constraint erased_means_empty check (erased_at is null or sealed_display_name is null)
);
grant select, insert, update (sealed_display_name, locale, revision, erased_at) on person to service_app;

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

-- Identity seals what it stores of a person under the data key of that person (ADR 0007). Keys have backups of their own, kept for
-- days only, so erasing a key also erases the person in all older backups of the other tables.
create table data_key (
  -- A person, or a challenge, whose identifier may belong to nobody yet.
  subject_id uuid primary key,
  wrapped bytea not null,
  expires_at timestamptz
);
create index data_key_expiry on data_key (expires_at) where expires_at is not null;
grant select, insert, delete on data_key to service_app;

-- A legal hold keeps the key and the contact points of the person, whatever the code does.
create function refuse_while_held() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(old) ->> tg_argv[0];
begin
  if exists (select from legal_hold where person_id = person and lifted_at is null) then
    raise exception 'a legal hold is in force' using errcode = 'check_violation', constraint = 'legal_hold';
  end if;
  return old;
end $$;
create trigger refuse_while_held before delete on data_key for each row execute function refuse_while_held('subject_id');
alter table data_key enable always trigger refuse_while_held;
create trigger refuse_truncate before truncate on data_key for each statement execute function refuse_change();
alter table data_key enable always trigger refuse_truncate;

-- While a hold is in force, nothing of the person may be deleted.
create table legal_hold (
  id uuid primary key,
  person_id uuid not null references person,
  -- A file number and no description, because it stays after the hold.
  reason text not null check (char_length(reason) between 3 and 200),
  placed_at timestamptz not null,
  lifted_at timestamptz check (lifted_at >= placed_at)
);
create unique index legal_hold_one_in_force on legal_hold (person_id) where lifted_at is null;
grant select, insert, update (lifted_at) on legal_hold to service_app;

create function guard_legal_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.lifted_at is not null or new.lifted_at is null
    or to_jsonb(new) - 'lifted_at' is distinct from to_jsonb(old) - 'lifted_at' then
    raise exception 'a legal hold can only be lifted, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_legal_hold before update or delete on legal_hold for each row execute function guard_legal_hold();
alter table legal_hold enable always trigger guard_legal_hold;
create trigger refuse_truncate before truncate on legal_hold for each statement execute function refuse_change();
alter table legal_hold enable always trigger refuse_truncate;

-- After an erasure these remain: this row, the id of the person in records of others, and their consents (ADR 0007).
create table erasure (
  person_id uuid primary key references person,
  erased_at timestamptz not null
);
call make_immutable('erasure');
grant select, insert on erasure to service_app;

create table contact_point (
  channel text not null check (channel in ('sms', 'email')),
  -- A keyed hash: it finds a number or address without revealing it.
  identifier_index bytea not null check (length(identifier_index) = 32),
  sealed_identifier bytea not null,
  person_id uuid not null references person,
  verified_at timestamptz,
  id uuid not null unique default gen_random_uuid(),
  primary key (channel, identifier_index)
);
create index contact_point_person on contact_point (person_id);
grant select, insert, update (verified_at), delete on contact_point to service_app;
create trigger refuse_while_held before delete on contact_point for each row execute function refuse_while_held('person_id');
alter table contact_point enable always trigger refuse_while_held;

-- Checked at commit, because an erasure deletes all contact points. A person without a key was erased after the backup from which
-- they were restored. The person is locked first, so of two simultaneous removals the second sees the first.
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
create trigger refuse_truncate before truncate on contact_point for each statement execute function refuse_change();
alter table contact_point enable always trigger refuse_truncate;

-- The last entry of a person and policy is in force. The entries stay when the person is erased: they prove the consent, and their
-- ids name nobody.
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

-- A copy of their data that a person requested. The key of an export is sealed under the data key of the person: once that is
-- deleted, nobody can read the parts, neither here nor in transit.
create table data_export (
  id uuid primary key,
  person_id uuid not null references person,
  sealed_key bytea not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at and expires_at <= requested_at + interval '7 days')
);
create index data_export_newest on data_export (person_id, requested_at desc);
create index data_export_expiry on data_export (expires_at);
-- Update: Postgres requires it for the lock that keeps an export from being deleted while a part arrives.
grant select, insert, update (expires_at), delete on data_export to service_app;

create table data_export_part (
  export_id uuid not null references data_export on delete cascade,
  service text not null,
  part integer not null check (part between 1 and total),
  total integer not null,
  -- JWE to the export's key.
  sealed text not null,
  primary key (export_id, service, part)
);
grant select, insert, delete on data_export_part to service_app;
