-- What a provider says publicly in its own words: the versions that operators are asked about, and the accepted one (docs/domain/names.md 8).

-- Each version of a display name that an operator was asked about, with the summary and the website of then. A draft has none.
create table display_name (
  id uuid primary key,
  provider_id uuid not null references provider,
  sealed bytea not null,
  -- Null for a version without one.
  sealed_summary bytea,
  sealed_website bytea,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused', 'withdrawn')),
  requested_at timestamptz not null,
  ended_at timestamptz,
  -- When operators refused it although they had accepted it, and whether its name stayed public (docs/domain/names.md 27).
  refused_at timestamptz,
  is_name_kept boolean,
  check ((state = 'waiting') = (ended_at is null)),
  check ((refused_at is null) = (is_name_kept is null)),
  check (refused_at is null or state = 'accepted')
);
create unique index display_name_one_waiting on display_name (provider_id) where state = 'waiting';
create index display_name_of_provider on display_name (provider_id, requested_at desc, id desc);
create index display_name_accepted on display_name (provider_id, ended_at desc) where state = 'accepted';
insert into allowed_transition values
  ('display_name', 'waiting', 'accepted'), ('display_name', 'waiting', 'refused'), ('display_name', 'waiting', 'withdrawn');
call guard_transitions('display_name', 'display_name');
grant select, insert, update (state, ended_at, refused_at, is_name_kept) on display_name to service_app;

alter table provider
  -- What everybody else reads: the last accepted name. Null before the first one.
  add column public_name text check (char_length(public_name) between 2 and 120),
  -- Its version. Null for a name from before versions were kept.
  add column public_name_id uuid,
  -- The summary and the website that were accepted with it, unless removed since.
  add column public_summary text check (char_length(public_summary) between 1 and 2000),
  add column public_website text,
  -- Why an operator refused the words that the provider has now. Null unless they are refused.
  add column name_refusal text;

alter table moderation_request drop constraint moderation_request_kind_check;
alter table moderation_request add constraint moderation_request_kind_check
  check (kind in ('review', 'review_response', 'dispute', 'report', 'name'));

-- Names that were public keep being public.
alter table provider disable trigger guard_provider;
update provider p set public_name = display_name
where publication <> 'unpublished'
  or exists (select from provider_transition t where t.provider_id = p.id and t.transition = 'publish');
alter table provider enable always trigger guard_provider;
alter table provider add constraint published_has_a_name check (publication <> 'published' or public_name is not null);

create function guard_display_name() returns trigger language plpgsql as $$
begin
  if tg_op not in ('INSERT', 'UPDATE') then
    raise exception 'a version of a name is never deleted' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and old.state <> 'waiting' and not (
    old.refused_at is null and new.refused_at is not null
    and to_jsonb(new) - '{refused_at,is_name_kept}'::text[] = to_jsonb(old) - '{refused_at,is_name_kept}'::text[]
    and exists (select from moderation_request where subject_id = new.id and state = 'decided' and outcome = 'refused')
  ) then
    raise exception 'a version of a name that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  if new.state = 'accepted' and not exists (
    select from moderation_request where subject_id = new.id and state = 'decided' and outcome = 'approved'
  ) and not (
    -- The name from before versions were kept.
    tg_op = 'INSERT'
    and exists (select from provider where id = new.provider_id and public_name is not null and public_name_id is null)
  ) then
    raise exception 'an operator accepts a name' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_display_name before insert or update or delete on display_name
  for each row execute function guard_display_name();
alter table display_name enable always trigger guard_display_name;
create trigger guard_display_names before truncate on display_name for each statement execute function guard_display_name();
alter table display_name enable always trigger guard_display_names;

-- Publication needs an accepted name; public words change with an accepted version only, whatever the code does.
create function guard_public_name() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.public_name, new.public_summary, new.public_website) is distinct from (null::text, null::text, null::text) then
      raise exception 'a provider begins without public words' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  -- What is removed needs no reading.
  if new.summary is null then
    new.public_summary := null;
  end if;
  if new.website is null then
    new.public_website := null;
  end if;
  if (new.display_name, new.summary, new.website) is distinct from (old.display_name, old.summary, old.website) then
    new.name_refusal := null;
  end if;
  if new.display_name <> old.display_name then
    -- Only an erasure changes a closed provider.
    if old.state = 'closed' and old.public_name is not null then
      new.public_name := new.display_name;
      return new;
    end if;
  end if;
  if new.publication = 'published' and old.publication <> 'published' and new.public_name is null then
    if exists (select from display_name where provider_id = new.id) then
      raise exception 'no name is accepted' using errcode = 'restrict_violation';
    end if;
    -- The service before this migration completes providers without asking for their names.
    new.public_name := new.display_name;
    new.public_summary := null;
    new.public_website := null;
    return new;
  end if;
  -- Once operators refuse accepted words, summary and website go, and the name stays only if it was harmless.
  if new.public_name_id is not distinct from old.public_name_id
    and (new.public_summary, new.public_website) is not distinct from (null::text, null::text)
    and exists (
      select from display_name where id = new.public_name_id and refused_at is not null
        and new.public_name is not distinct from (case when is_name_kept then old.public_name end)
    )
  then
    return new;
  end if;
  if ((new.public_name, new.public_name_id) is distinct from (old.public_name, old.public_name_id)
    or new.summary is not null and new.public_summary is distinct from old.public_summary
    or new.website is not null and new.public_website is distinct from old.public_website
  ) and not exists (
    select from display_name where id = new.public_name_id and provider_id = new.id and state = 'accepted' and refused_at is null
      and new.public_name_id is distinct from old.public_name_id
  ) then
    raise exception 'public words change with an accepted version' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_public_name before insert or update on provider for each row execute function guard_public_name();
alter table provider enable always trigger guard_public_name;
