-- Providers, who represents them, what happened to them, and where they work.

-- Operators are told of providers that may be the same; they are never merged. Names are compared without accents and signs, and
-- websites without protocol and `www`.

-- The words of a name in one alphabet: it replaces letters that Unicode does not decompose, and letters of other scripts that look
-- like Latin ones.
create function provider_name_words(name text) returns text language sql immutable parallel safe return
  -- The letters of `S.A.R.L.` and `J. R.` belong together.
  regexp_replace(trim(regexp_replace(
    replace(replace(replace(translate(
      lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')),
      'авеѕіјкмнорстухԁαβεζηικμνορςτυχɑɡıøłđð',
      'abesijkmhopctyxdabezhikmvopstuxagioldd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[^[:alnum:]]+', ' ', 'g')), '(?<=\m\w) (?=\w\M)', '', 'g');

-- The name without spaces and legal forms. Most legal forms of two letters are removed at its end only, because names also begin with
-- them: `AB Plomberie` is not `AS Plomberie`.
create function provider_name_key(name text) returns text language sql immutable parallel safe return (
  select regexp_replace(translate(replace(
      coalesce(nullif(trim(regexp_replace(said, '( (ab|ag|as|bv|co|cv|ek|kg|nv|oy|sc|sl|ug|sp zoo))+$', '')), ''), words),
    -- 0 is O, and 1 and I are l; then Mueller is Müller.
    ' ', ''), '01i', 'oll'), '([aou])e', '\1', 'g')
  from (select provider_name_words(name)) as w (words),
  lateral (select ' ' || trim(regexp_replace(regexp_replace(words,
    '\y(et|and|und|sarl|sarlu|sas|sasu|eurl|selarl|scop|sa|snc|ei|eirl|gie|ltd|limited|llc|llp|inc|incorporated|corp|plc|gmbh|gbr|ohg|kgaa|bvba|vof|srl|scrl|spa|slu|asbl|vzw|sro|doo|aps|kft|pty)\y',
    '', 'g'), ' +', ' ', 'g'))) as s (said)
);

-- The path counts, because many providers share a host. Of the query only the id of a page counts.
create function provider_website_key(website text) returns text language sql immutable parallel safe return (
  select regexp_replace(regexp_replace(page, '\.?(:(80|443))?(?=/|$)', ''), '^((www\d*|m|mobile|[a-z]{2}-[a-z]{2})\.)+(?=[^/]+\.)', '')
    || coalesce('?' || substring(query from '[?&](id=[^&#]+)'), '')
  from (select split_part(regexp_replace(lower(website), '^[a-z]+://([^/@]*@)?', ''), '#', 1)) as u (url),
  lateral (select
    regexp_replace(regexp_replace(split_part(url, '?', 1), '/+', '/', 'g'), '(/(index|default)\.[a-z]+)?/*$', ''),
    '?' || split_part(url, '?', 2)) as p (page, query)
);

create type provider_kind as enum ('individual', 'organisation');
create type operating_model as enum ('travels', 'premises', 'remote');
create type provider_state as enum ('draft', 'active', 'suspended', 'closed');
create type publication_state as enum ('unpublished', 'published', 'withheld');
create table provider (
  id uuid primary key,
  -- Random, in base58, so the public learns neither an internal id nor a time.
  public_provider_id text not null unique check (public_provider_id ~ '^[1-9A-HJ-NP-Za-km-z]{22}$'),
  display_name text not null check (char_length(display_name) between 2 and 120),
  kind provider_kind not null,
  operating_model operating_model not null,
  summary text check (char_length(summary) between 1 and 2000),
  website text check (website ~ '^https?://' and char_length(website) <= 500),
  languages text[] not null default '{}' check (cardinality(languages) <= 20),
  state provider_state not null default 'draft',
  publication publication_state not null default 'unpublished',
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint published_means_active check (publication <> 'published' or state in ('active', 'suspended'))
);
create index provider_same_name on provider (provider_name_key(display_name)) where state <> 'closed';
create index provider_same_website on provider (provider_website_key(website)) where state <> 'closed' and website is not null;
insert into allowed_transition values
  ('provider', 'draft', 'active'), ('provider', 'draft', 'closed'),
  ('provider', 'active', 'suspended'), ('provider', 'active', 'closed'),
  ('provider', 'suspended', 'active'), ('provider', 'suspended', 'closed');
call guard_transitions('provider', 'provider');
grant select, insert, update on provider to service_app;

-- A closed provider does not change, unless it was a person who is erased. Only a draft can change its kind.
create function guard_provider() returns trigger language plpgsql as $$
declare
  erased constant text[] := '{display_name,summary,website,languages,revision,changed_at}';
begin
  if old.state = 'closed' and not (
    old.kind = 'individual'
    and (new.display_name, new.summary, new.website, new.languages) is not distinct from ('Erased', null::text, null::text, '{}'::text[])
    and to_jsonb(new) - erased = to_jsonb(old) - erased
  ) then
    raise exception 'a closed provider cannot change' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.public_provider_id, new.created_at) is distinct from (old.id, old.public_provider_id, old.created_at)
    or new.kind <> old.kind and old.state <> 'draft' then
    raise exception 'a provider keeps its identity' using errcode = 'restrict_violation';
  end if;
  if new.revision <> old.revision + 1 then
    raise exception 'a change of a provider is a new revision' using errcode = 'restrict_violation';
  end if;
  if new.publication is distinct from old.publication and not exists (
    select from allowed_transition
    where thing = 'publication' and from_state = old.publication::text and to_state = new.publication::text
  ) then
    raise exception 'publication cannot go from % to %', old.publication, new.publication using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_provider before update on provider for each row execute function guard_provider();
alter table provider enable always trigger guard_provider;

create trigger refuse_delete before delete on provider for each row execute function refuse_change();
alter table provider enable always trigger refuse_delete;

-- Publication needs the open gate and a current claim, whatever the code does. It compares the end of the claim with the clock,
-- because `changed_at` of the provider may be older. As `isInEffect` of the service, a claim whose subject is unknown, has ended, or is a
-- person without consent counts for nothing, nor does one of a category of which the public sees nothing (0032).
create function guard_publication() returns trigger language plpgsql as $$
begin
  if new.publication = 'published' and old.publication <> 'published' then
    if not exists (select from publication_gate where state = 'open') then
      raise exception 'the publication gate is closed' using errcode = 'restrict_violation';
    end if;
    if not exists (
      select from claim c left join claim_subject s on s.id = c.subject_id
      where c.provider_id = new.id and c.status = 'active' and c.valid_until > greatest(new.changed_at, clock_timestamp())
        and (c.subject_id is null or s.ended_at is null and s.id is not null and (s.about <> 'person' or s.public_form is not null))
        and not is_held_back(c.provider_id, c.category_key)
    ) then
      raise exception 'no claim is current' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger guard_publication before update on provider for each row execute function guard_publication();
alter table provider enable always trigger guard_publication;

-- Every allowed pair of state and publication is listed, because the two change together.
create function guard_provider_position() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.state, new.publication) is distinct from ('draft'::provider_state, 'unpublished'::publication_state) then
      raise exception 'a provider begins as an unpublished draft' using errcode = 'restrict_violation';
    end if;
  elsif (new.state, new.publication) is distinct from (old.state, old.publication) and not exists (
    select from allowed_transition where thing = 'provider position'
      and from_state = old.state || ' ' || old.publication and to_state = new.state || ' ' || new.publication
  ) then
    raise exception 'a provider cannot go from % % to % %', old.state, old.publication, new.state, new.publication
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_provider_position before insert or update on provider
  for each row execute function guard_provider_position();
alter table provider enable always trigger guard_provider_position;

create trigger refuse_truncate before truncate on provider for each statement execute function refuse_change();
alter table provider enable always trigger refuse_truncate;

-- Operations can hold the publication of a provider.
create function guard_publication_hold() returns trigger language plpgsql as $$
begin
  if new.publication = 'published' and old.publication <> 'published' and exists (
    select from publication_hold where provider_id = new.id and state = 'held'
  ) then
    raise exception 'the publication of this provider is held' using errcode = 'restrict_violation', constraint = 'publication_is_held';
  end if;
  return new;
end $$;
create trigger guard_publication_hold before update of publication on provider
  for each row execute function guard_publication_hold();
alter table provider enable always trigger guard_publication_hold;
insert into allowed_transition values
  ('publication', 'unpublished', 'published'),
  ('publication', 'published', 'unpublished'), ('publication', 'published', 'withheld'),
  ('publication', 'withheld', 'published');
insert into allowed_transition values
  ('provider position', 'draft unpublished', 'active unpublished'), ('provider position', 'draft unpublished', 'closed unpublished'),
  ('provider position', 'active unpublished', 'active published'),
  ('provider position', 'active unpublished', 'suspended unpublished'),
  ('provider position', 'active unpublished', 'closed unpublished'),
  ('provider position', 'active published', 'active unpublished'), ('provider position', 'active published', 'active withheld'),
  ('provider position', 'active published', 'suspended published'), ('provider position', 'active published', 'closed unpublished'),
  ('provider position', 'active withheld', 'active published'), ('provider position', 'active withheld', 'suspended withheld'),
  ('provider position', 'active withheld', 'closed withheld'),
  ('provider position', 'suspended unpublished', 'active unpublished'),
  ('provider position', 'suspended unpublished', 'closed unpublished'),
  ('provider position', 'suspended published', 'active published'),
  ('provider position', 'suspended published', 'suspended unpublished'),
  ('provider position', 'suspended published', 'suspended withheld'),
  ('provider position', 'suspended published', 'closed unpublished'),
  ('provider position', 'suspended withheld', 'active withheld'),
  ('provider position', 'suspended withheld', 'suspended published'),
  ('provider position', 'suspended withheld', 'closed withheld');

create type representative_role as enum ('owner', 'manager', 'contributor');
create table representative (
  id uuid primary key,
  provider_id uuid not null references provider,
  user_id uuid not null,
  role representative_role not null,
  assigned_at timestamptz not null,
  ended_at timestamptz check (ended_at >= assigned_at)
);
create unique index one_active_assignment on representative (provider_id, user_id) where ended_at is null;
create index representative_active on representative (user_id) where ended_at is null;
create index representative_ever on representative (user_id);
create index representative_of_provider on representative (provider_id, assigned_at, id) where ended_at is null;
create index representative_ever_of_provider on representative (provider_id, user_id);
grant select, insert, update (ended_at) on representative to service_app;

create function guard_representative() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null or new.ended_at is null
    or (new.id, new.provider_id, new.user_id, new.role, new.assigned_at)
      is distinct from (old.id, old.provider_id, old.user_id, old.role, old.assigned_at) then
    raise exception 'an assignment can only end, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_representative before update or delete on representative for each row execute function guard_representative();
alter table representative enable always trigger guard_representative;

-- A provider that is not closed keeps an owner. Checked at commit, so closing a provider and ending its assignments can happen in
-- either order. The provider is locked first: of two owners who end each other's assignment at once, the second sees the first.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from provider where id = new.provider_id and state <> 'closed' for update;
  if found and not exists (
    select from representative where provider_id = new.provider_id and role = 'owner' and ended_at is null
  ) then
    raise exception 'a provider keeps an owner until it is closed'
      using errcode = 'check_violation', constraint = 'provider_keeps_an_owner';
  end if;
  return null;
end $$;
create constraint trigger keep_an_owner after update on representative deferrable initially deferred
  for each row when (old.ended_at is null and new.ended_at is not null and new.role = 'owner') execute function keep_an_owner();
alter table representative enable always trigger keep_an_owner;

create trigger refuse_truncate before truncate on representative for each statement execute function refuse_change();
alter table representative enable always trigger refuse_truncate;

-- Somebody is invited to represent a provider. Only identity knows who, and whether they declined: here it expires (promise T4).
-- These rows have what is needed to notice a second invitation, and a hint for those who sent it. Both are deleted when the
-- invitation ends.
create table invitation (
  -- Also the id of the assignment that results from it.
  id uuid primary key,
  provider_id uuid not null references provider,
  role representative_role not null,
  contact_key bytea check (length(contact_key) = 32),
  masked_identifier text check (char_length(masked_identifier) <= 40),
  invited_by uuid not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at),
  state text not null default 'sent' check (state in ('sent', 'accepted', 'withdrawn', 'expired')),
  ended_at timestamptz check (ended_at >= invited_at),
  check ((state = 'sent') = (ended_at is null)),
  check ((state = 'sent') = (contact_key is not null)),
  check ((state = 'sent') = (masked_identifier is not null))
);
create unique index invitation_one_open on invitation (provider_id, contact_key) where state = 'sent';
create index invitation_listed on invitation (provider_id, invited_at, id) where state in ('sent', 'expired');
create index invitation_expiry on invitation (expires_at);
create index invitation_contact on invitation (contact_key) where state = 'sent';
insert into allowed_transition values
  ('invitation', 'sent', 'accepted'), ('invitation', 'sent', 'withdrawn'), ('invitation', 'sent', 'expired');
call guard_transitions('invitation', 'invitation');
grant select, insert, update (state, ended_at, contact_key, masked_identifier), delete on invitation to service_app;

create function refuse_ended_invitation() returns trigger language plpgsql as $$
begin
  if old.state <> 'sent' then
    raise exception 'an invitation that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_ended_invitation before update on invitation for each row execute function refuse_ended_invitation();
alter table invitation enable always trigger refuse_ended_invitation;

create type provider_transition_kind as enum ('publish', 'unpublish', 'close', 'suspend', 'reinstate', 'withhold', 'release');
create type transition_party as enum ('owner', 'operator');
-- Every transition that somebody requested, and in which role. The reason is in the audit entry.
create table provider_transition (
  id uuid primary key,
  provider_id uuid not null references provider,
  transition provider_transition_kind not null,
  acting_as transition_party not null,
  actor_id uuid not null,
  at timestamptz not null,
  -- Representatives may know only this about the reason of an operator.
  reason_code text check (reason_code in ('under_investigation', 'safety_concern', 'suspected_fraud', 'wrong_information',
    'rule_breach', 'legal_or_regulator', 'resolved', 'mistake', 'other'))
);
create index provider_transition_history on provider_transition (provider_id, at);
call make_immutable('provider_transition');
grant select, insert on provider_transition to service_app;

-- Separation of duties: an operator who represents a provider cannot act on it (docs/domain/provider-record.md 4).
create function separate_duties() returns trigger language plpgsql as $$
begin
  if new.acting_as = 'operator' and exists (
    select from representative where provider_id = new.provider_id and user_id = new.actor_id and ended_at is null
  ) then
    raise exception 'an operator cannot act on a provider they represent'
      using errcode = 'check_violation', constraint = 'operator_is_no_representative';
  end if;
  return new;
end $$;
create trigger separate_duties before insert on provider_transition for each row execute function separate_duties();
alter table provider_transition enable always trigger separate_duties;

-- The three parts of a location are stored apart (docs/domain/provider-record.md 22). The private base is in no index, and only the area
-- that the public sees depends on it.
create table private_base (
  provider_id uuid primary key references provider,
  position geography(Point, 4326) not null,
  address_label text check (char_length(address_label) between 1 and 200),
  changed_at timestamptz not null
);
grant select, insert, update, delete on private_base to service_app;

-- There is a row only with consent, so it names who gave it and when.
create table public_premises (
  provider_id uuid primary key references provider,
  position geography(Point, 4326) not null,
  address_label text check (char_length(address_label) between 1 and 200),
  consented_by uuid not null,
  consented_at timestamptz not null
);
create index public_premises_consent on public_premises (consented_by);
grant select, insert, update, delete on public_premises to service_app;

create table service_area (
  provider_id uuid primary key references provider,
  area geography(Polygon, 4326) not null,
  changed_at timestamptz not null,
  constraint area_is_valid check (st_isvalid(area::geometry)),
  constraint area_has_bounded_vertices check (st_npoints(area::geometry) between 4 and 500),
  -- 100 000 km², and 1 % for the difference between sphere and spheroid.
  constraint area_has_bounded_size check (st_area(area) between 1 and 1.01e11)
);
grant select, insert, update, delete on service_area to service_app;

-- What the public sees of a service area (docs/domain/provider-record.md 39): moved by the vector from `origin` to a drawn point of its
-- cell of 0.02° (2.2 km), then rounded to cells of at least that size, 16 across at most. Key and cell give the point, so many areas drawn
-- around one place tell no more than one. The grid has a drawn beginning too: on the grid of the first cell, the centre of a small area
-- would be the centre of that cell.
create function generalised_area(area geometry, origin geometry, key bytea) returns geometry(Polygon, 4326)
language plpgsql immutable parallel safe as $$
declare
  height constant double precision := 0.02;
  up constant double precision := least(floor(st_y(origin) / height), 4499);
  -- So that a cell is nowhere narrower than high.
  width constant double precision := 360 / greatest(1, floor(18000 * cos(radians(height * greatest(abs(up), abs(up + 1))))));
  across constant double precision := least(floor((st_x(origin) + 180) / width), round(360 / width) - 1);
  hash constant bytea := sha256(key || format('%s %s', up, across)::bytea);
  -- Four numbers from 0 to 1.
  drawn constant double precision[] := array(
    select ('x' || encode(substr(hash, 4 * n - 3, 4), 'hex'))::bit(32)::bigint / 4294967296.0 from generate_series(1, 4) n order by n);
  x constant double precision := -180 + (across + drawn[1]) * width;
  y constant double precision := (up + drawn[2]) * height;
  moved geometry := st_translate(area, x - st_x(origin), y - st_y(origin));
  scale constant double precision := 2 ^ greatest(0, ceil(ln(greatest(
    (st_xmax(area) - st_xmin(area)) / width, (st_ymax(area) - st_ymin(area)) / height) / 16) / ln(2)));
  cells geometry;
begin
  -- Not across the antimeridian or a pole.
  moved := st_translate(moved,
    least(0, 180 - st_xmax(moved)) + greatest(0, -180 - st_xmin(moved)),
    least(0, 90 - st_ymax(moved)) + greatest(0, -90 - st_ymin(moved)));
  -- In units of cells, from the beginning of the grid.
  moved := st_setsrid(st_affine(moved, 1 / (width * scale), 0, 0, 1 / (height * scale),
    180 / (width * scale) - drawn[3], 90 / (height * scale) - drawn[4]), 0);
  -- A union of runs takes a fifth of the time of one of cells.
  select st_simplify(st_union(run), 0) into cells from (
    select st_makeenvelope(min(i), j, max(i) + 1, j + 1) from (
      select i, j, i - row_number() over (partition by j order by i) as run
      from st_squaregrid(1, moved) cell where st_intersects(cell.geom, moved)
    ) touched group by j, run
  ) as runs (run);
  cells := st_setsrid(st_affine(cells, width * scale, 0, 0, height * scale,
    drawn[3] * width * scale - 180, drawn[4] * height * scale - 90), 4326);
  -- Three decimals, as it is shown.
  return st_geometryn(st_collectionextract(
    st_intersection(st_snaptogrid(cells, 0.001), st_makeenvelope(-180, -90, 180, 90, 4326)), 3), 1);
end $$;

-- Random, drawn once for each provider: a second one would move its area to a second point.
create table area_key (
  provider_id uuid primary key references provider,
  key bytea not null check (length(key) = 32)
);
grant select, insert, delete on area_key to service_app;

-- What the public sees, finds and measures. It goes with its service area.
create table public_area (
  provider_id uuid primary key references service_area on delete cascade,
  area geometry(Polygon, 4326) not null
);
grant select, insert, delete on public_area to service_app;
