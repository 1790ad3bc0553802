-- What a category asks for, and which categories a provider offers.

create table category (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  label jsonb not null check (label ?& array['en', 'fr'])
);
grant select, insert, update (label) on category to service_app;

create type requirement_version_state as enum ('draft', 'active', 'retired');

create table requirement_version (
  id uuid primary key,
  category_key text not null references category,
  number integer not null check (number > 0),
  state requirement_version_state not null default 'draft',
  policy_version text not null,
  requirements jsonb not null check (jsonb_array_length(requirements) between 1 and 20),
  activated_at timestamptz,
  retired_at timestamptz,
  unique (category_key, number),
  unique (id, category_key),
  check ((state = 'draft') = (activated_at is null)),
  check ((state = 'retired') = (retired_at is not null)),
  -- A claim always says what it does not mean, and never lasts longer than a year.
  constraint claims_are_limited check (not jsonb_path_exists(
    requirements, '$[*] ? (!exists(@.claim.limitations[0]) || !(@.claim.validityDays >= 1 && @.claim.validityDays <= 365))'
  ))
);
create unique index one_active_version on requirement_version (category_key) where state = 'active';
grant select, insert, update (state, activated_at, retired_at) on requirement_version to service_app;

insert into allowed_transition values
  ('requirement_version', 'draft', 'active'),
  ('requirement_version', 'active', 'retired');
call guard_transitions('requirement_version', 'requirement_version');

create function guard_requirement_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a requirement version is never deleted' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'draft'
    and (new.id, new.category_key, new.number, new.policy_version, new.requirements, new.activated_at)
      is distinct from (old.id, old.category_key, old.number, old.policy_version, old.requirements, old.activated_at)
    or old.state = 'retired' and new is distinct from old then
    raise exception 'requirement_version is immutable once active' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_requirement_version before update or delete on requirement_version
  for each row execute function guard_requirement_version();
alter table requirement_version enable always trigger guard_requirement_version;
create trigger refuse_truncate before truncate on requirement_version for each statement execute function refuse_change();
alter table requirement_version enable always trigger refuse_truncate;

create type selection_state as enum ('active', 'removed');

create table service_selection (
  id uuid primary key,
  provider_id uuid not null references provider,
  category_key text not null,
  requirement_version_id uuid not null,
  state selection_state not null default 'active',
  selected_at timestamptz not null,
  removed_at timestamptz check (removed_at >= selected_at),
  foreign key (requirement_version_id, category_key) references requirement_version (id, category_key),
  check ((state = 'removed') = (removed_at is not null))
);
create unique index one_active_selection on service_selection (provider_id, category_key) where state = 'active';
create index service_selection_history on service_selection (provider_id, selected_at);
grant select, insert, update (state, removed_at) on service_selection to service_app;

insert into allowed_transition values ('service_selection', 'active', 'removed');
call guard_transitions('service_selection', 'service_selection');

create function guard_service_selection() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'removed'
    or (new.id, new.provider_id, new.category_key, new.requirement_version_id, new.selected_at)
      is distinct from (old.id, old.provider_id, old.category_key, old.requirement_version_id, old.selected_at) then
    raise exception 'a selection can only be removed, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_service_selection before update or delete on service_selection
  for each row execute function guard_service_selection();
alter table service_selection enable always trigger guard_service_selection;

create type availability_state as enum ('available', 'limited', 'unavailable', 'paused');

create table availability (
  selection_id uuid primary key references service_selection,
  state availability_state not null,
  next_available_at timestamptz,
  changed_at timestamptz not null,
  constraint next_time_is_for_limited check ((state = 'limited') = (next_available_at is not null)),
  constraint next_time_is_ahead check (next_available_at > changed_at)
);
grant select, insert, update on availability to service_app;
