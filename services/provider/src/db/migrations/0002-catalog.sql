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
  -- A draft with a day is announced: providers of the category see what it will ask for. It is not activated before that day.
  takes_effect_on date,
  unique (category_key, number),
  unique (id, category_key),
  check ((state = 'draft') = (activated_at is null)),
  check ((state = 'retired') = (retired_at is not null)),
  -- Every claim has limitations, and lasts one year at most.
  constraint claims_are_limited check (not jsonb_path_exists(
    requirements, '$[*] ? (!exists(@.claim.limitations[0]) || !(@.claim.validityDays >= 1 && @.claim.validityDays <= 365))'
  )),
  constraint not_before_it_was_announced_for check ((activated_at at time zone 'UTC')::date >= takes_effect_on),
  -- A claim lists the methods that can support it (docs/domain/catalog.md 2).
  constraint claims_have_methods check (not jsonb_path_exists(
    requirements, '$[*] ? (!exists(@.claim.methods[0]))'
  ))
);
create unique index one_active_version on requirement_version (category_key) where state = 'active';
insert into allowed_transition values
  ('requirement_version', 'draft', 'active'), ('requirement_version', 'active', 'retired');
call guard_transitions('requirement_version', 'requirement_version');
grant select, insert, update (state, activated_at, retired_at) on requirement_version to service_app;

create function guard_requirement_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a requirement version is never deleted' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'draft'
    and (new.id, new.category_key, new.number, new.policy_version, new.requirements, new.activated_at, new.takes_effect_on)
      is distinct from (old.id, old.category_key, old.number, old.policy_version, old.requirements, old.activated_at, old.takes_effect_on)
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

-- The French texts of limitations. Claims and requirement versions store the English ones. A text never changes, so a claim card of an
-- earlier day says the same as it did then.
create table limitation_text (
  en text primary key check (en <> ''),
  fr text not null check (fr <> '')
);
call make_immutable('limitation_text');
grant select, insert on limitation_text to service_app;

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
insert into allowed_transition values
  ('service_selection', 'active', 'removed');
call guard_transitions('service_selection', 'service_selection');
grant select, insert, update (state, removed_at) on service_selection to service_app;

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

create function guard_new_selection() returns trigger language plpgsql as $$
begin
  if new.state <> 'active' then
    raise exception 'a selection begins active' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_new_selection before insert on service_selection for each row execute function guard_new_selection();
alter table service_selection enable always trigger guard_new_selection;

create trigger refuse_truncate before truncate on service_selection for each statement execute function refuse_change();
alter table service_selection enable always trigger refuse_truncate;

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

-- The embedded gazetteer: towns and villages of GeoNames, to find a place without a request to another company.
create table gazetteer_place (
  id integer primary key,
  name text not null,
  -- The name in lower case and without accents, for the search.
  search_name text not null,
  country_code char(2) not null,
  population integer not null check (population >= 0),
  position geography(point, 4326) not null
);
create index gazetteer_place_prefix on gazetteer_place (search_name text_pattern_ops);
create index gazetteer_place_similar on gazetteer_place using gin (search_name gin_trgm_ops);
create index gazetteer_place_near on gazetteer_place using gist (position);
grant select, insert on gazetteer_place to service_app;

-- Cases and evidence as the workspace shows them: what each requirement has, and what comes next.
create type case_state as enum ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'decided',
  'under_appeal', 'closed', 'withdrawn', 'expired');
create table case_projection (
  case_id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  state case_state not null,
  due_at timestamptz,
  changed_at timestamptz not null,
  requirement_version_id uuid,
  -- The requirements of a case that awaits a correction for which evidence is missing. Null if the event did not name them.
  awaited_keys text[],
  opened_at timestamptz,
  next_case_at timestamptz
);
create index case_of_provider on case_projection (provider_id);
grant select, insert, update on case_projection to service_app;

-- In the order in which a version advances, so the later state is the greater one. `withdrawn` is final, whatever was announced before.
create type evidence_state as enum ('pending_scan', 'available', 'rejected', 'refused', 'withdrawn');
create table evidence_projection (
  evidence_version_id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  requirement_key text not null,
  state evidence_state not null,
  at timestamptz not null
);
create index evidence_of_provider on evidence_projection (provider_id);
grant select, insert, update (state, at) on evidence_projection to service_app;

-- Consent to uploads, from identity. Without it the workspace asks for it first.
create table upload_consent (
  person_id uuid not null,
  policy_key text not null,
  version text not null,
  granted boolean not null,
  changed_at timestamptz not null,
  primary key (person_id, policy_key)
);
grant select, insert, update, delete on upload_consent to service_app;
