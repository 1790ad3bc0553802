-- Keys that sign claim cards (ADR 0063). Private parts are sealed with CLAIM_KEY_SECRET, and erased when a key is retired.
-- When a key signs and is published follows from `signs_from` of the key and of the one that replaces it.

create table signing_key (
  kid text primary key,
  public_key text not null,
  sealed bytea,
  replaces text unique references signing_key,
  signs_from timestamptz not null,
  retired_at timestamptz,
  is_compromised boolean not null default false,
  created_at timestamptz not null,
  constraint retired_key_has_no_private_part check ((retired_at is null) = (sealed is not null)),
  constraint compromised_key_is_retired check (retired_at is not null or not is_compromised)
);
create unique index one_first_key on signing_key ((true)) where replaces is null;

create function guard_signing_key() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'a signing key is not deleted' using errcode = 'restrict_violation';
  end if;
  if old.is_compromised and not new.is_compromised
    or old.retired_at is not null and new.retired_at is distinct from old.retired_at
    or new.retired_at is null
    or to_jsonb(new) - '{sealed,retired_at,is_compromised}'::text[] is distinct from to_jsonb(old) - '{sealed,retired_at,is_compromised}'::text[]
  then
    raise exception 'a signing key can only be retired' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_signing_key before update or delete on signing_key for each row execute function guard_signing_key();
create trigger guard_signing_keys before truncate on signing_key for each statement execute function guard_signing_key();
alter table signing_key enable always trigger guard_signing_key;
alter table signing_key enable always trigger guard_signing_keys;

grant select, insert, update (sealed, retired_at, is_compromised) on signing_key to service_app;

-- The claim that replaced a superseded one.
alter table claim add column superseded_by uuid;
grant update (superseded_by) on claim to service_app;
