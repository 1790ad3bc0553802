-- The public reads these tables: claims, rows for search and media; some of them can prevent publication.

create type gate_state as enum ('open', 'closed');
create table publication_gate (
  only_one boolean primary key default true check (only_one),
  state gate_state not null,
  override_id uuid,
  changed_at timestamptz not null
);
insert into publication_gate (state, changed_at) values ('closed', '-infinity');
grant select, update on publication_gate to service_app;

-- Holds on the publication of a provider, from operations. The hold may arrive before the provider.
create table publication_hold (
  hold_id uuid primary key,
  provider_id uuid not null,
  state text not null check (state in ('held', 'released')),
  -- True if the provider was published and is withheld because of this hold.
  has_withheld boolean not null,
  changed_at timestamptz not null
);
create index publication_hold_of_provider on publication_hold (provider_id) where state = 'held' or has_withheld;
grant select, insert, update (state, has_withheld, changed_at) on publication_hold to service_app;

-- Emergency actions of operations on providers and claims. No row changes when one ends, so readers compare ends_at.
create table emergency_action (
  action_id uuid primary key,
  kind text not null check (kind in ('suspend_provider_listing', 'withhold_claim')),
  target_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index emergency_action_of_target on emergency_action (target_id, kind, ends_at);
create index emergency_action_by_end on emergency_action (kind, ends_at);
grant select, insert, update (ends_at) on emergency_action to service_app;

create type claim_status as enum ('active', 'suspended', 'revoked', 'superseded');
create type claim_method as enum ('document_review', 'register_check', 'field_visit');
-- Events of verification fill it. It has only what a claim card shows.
create table claim (
  claim_id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_key text not null,
  type text not null,
  statement jsonb not null,
  method claim_method not null,
  source_kind text not null,
  status claim_status not null,
  limitations text[] not null check (cardinality(limitations) >= 1),
  policy_version text not null,
  checked_on date not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from and valid_until <= valid_from + interval '366 days'),
  changed_at timestamptz not null,
  -- The claim that replaced a superseded one.
  superseded_by uuid
);
create index claim_of_provider on claim (provider_id, category_key);
grant select, insert, update (status, limitations, valid_until, changed_at, superseded_by) on claim to service_app;

insert into allowed_transition (thing, from_state, to_state) values
  ('claim', 'active', 'suspended'), ('claim', 'active', 'revoked'), ('claim', 'active', 'superseded'),
  ('claim', 'suspended', 'active'), ('claim', 'suspended', 'revoked'), ('claim', 'suspended', 'superseded');

-- The projection says what verification announced (docs/domain/claim-card.md 7): a claim changes with a newer event, along the transitions of
-- verification, and never in what was checked or until when.
create function guard_claim() returns trigger language plpgsql as $$
begin
  if new is not distinct from old then
    return new;
  end if;
  if new.changed_at <= old.changed_at then
    raise exception 'a claim changes with a newer event' using errcode = 'restrict_violation';
  end if;
  if new.limitations <> old.limitations or new.valid_until <> old.valid_until then
    raise exception 'what a claim says and its end are immutable' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and not exists (
    select from allowed_transition where thing = 'claim' and from_state = old.status::text and to_state = new.status::text
  ) then
    raise exception 'claim cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_claim before update on claim for each row execute function guard_claim();
alter table claim enable always trigger guard_claim;

-- Only a claim's length is bounded, so one that began later could end in any year; and a change that is dated later would outlast a
-- revocation. A day is for clocks that differ.
create function refuse_future_claim() returns trigger language plpgsql as $$
declare
  latest timestamptz := clock_timestamp() + interval '1 day';
begin
  if new.valid_from > latest then
    raise exception 'a claim begins in the future' using errcode = 'restrict_violation';
  end if;
  if new.changed_at > latest then
    raise exception 'a claim changes in the future' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_future_claim before insert or update on claim for each row execute function refuse_future_claim();
alter table claim enable always trigger refuse_future_claim;

-- Every version of what can change about a claim, to show its card as of an earlier day (docs/domain/claim-card.md 5).
create table claim_version (
  position bigint generated always as identity primary key,
  claim_id uuid not null references claim,
  at timestamptz not null,
  status claim_status not null,
  limitations text[] not null,
  valid_until timestamptz not null
);
create index claim_version_at on claim_version (claim_id, at desc, position desc);
call make_immutable('claim_version');
grant select, insert on claim_version to service_app;

-- Keys that sign claim cards (ADR 0063). Private parts are sealed with CLAIM_KEY_SECRET and deleted when the key is retired. When a
-- key signs and is published follows from `signs_from` of the key and of the one that replaces it.
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
grant select, insert, update (sealed, retired_at, is_compromised) on signing_key to service_app;

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
alter table signing_key enable always trigger guard_signing_key;

create trigger guard_signing_keys before truncate on signing_key for each statement execute function guard_signing_key();
alter table signing_key enable always trigger guard_signing_keys;

-- The words of a profile that search finds.
create function provider_search_text(name text, summary text) returns tsvector language sql immutable parallel safe return
  to_tsvector('simple'::regconfig, provider_name_words(name || ' ' || coalesce(summary, '')));

-- Public search reads it: a row for each published provider and each category in which it has an active claim.
create table public_listing (
  provider_id uuid not null references provider,
  category_key text not null references category,
  operating_model operating_model not null,
  -- The consented public premises, or the centre of the public area. Never the private base or the exact area.
  geog geography(Point, 4326) not null,
  area geometry(Polygon, 4326),
  -- Metres from geog to the farthest point of the area.
  reach double precision not null,
  -- Two arrays with the same order, so that expiry is exact when it is read.
  claim_types text[] not null,
  claim_expiries timestamptz[] not null,
  live_until timestamptz not null,
  claim_ids uuid[] not null default '{}',
  -- `model:travels`, `language:fr`, `claim:liability_insurance`, and `ends:2026-11`, the month in which a claim ends.
  facets text[] not null default '{}',
  words tsvector not null default '',
  -- From when it takes new work. Null if it takes none.
  available_from timestamptz,
  primary key (provider_id, category_key),
  check (cardinality(claim_types) = cardinality(claim_expiries))
);
create index public_listing_by_distance on public_listing using gist (category_key, geog);
create index public_listing_reach on public_listing (category_key, reach);
create index public_listing_by_freshness on public_listing (category_key, live_until desc, provider_id desc);
create index public_listing_facets on public_listing using gin (facets);
create index public_listing_words on public_listing using gin (words);
create index public_listing_available on public_listing (category_key, available_from);
grant select, insert, update, delete on public_listing to service_app;

-- Images of the public profile, as evidence announces them. A removed image has no row.
create table public_media (
  media_id uuid primary key,
  provider_id uuid not null,
  kind text not null check (kind in ('profile', 'work')),
  alt text not null,
  -- Name, width and height of each size, smallest first.
  sizes jsonb not null,
  published_at timestamptz not null
);
create index public_media_of_provider on public_media (provider_id);
grant select, insert, update, delete on public_media to service_app;
