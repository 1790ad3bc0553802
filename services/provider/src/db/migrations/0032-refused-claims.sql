-- What hides categories of a provider: types of claims about its people that a decision refused for good, and of claims that a review
-- ended for safety. The public sees no category that asks for one of them until a later decision grants it
-- (docs/domain/publication-and-search.md 33). And until when no next case opens (docs/domain/case.md 18). Each event replaces both lists.
create table refusal_projection (
  provider_id uuid primary key,
  refusals jsonb not null check (jsonb_typeof(refusals) = 'array'),
  waits jsonb not null check (jsonb_typeof(waits) = 'array'),
  changed_at timestamptz not null
);
grant select, insert, update (refusals, waits, changed_at) on refusal_projection to service_app;

create function guard_refusals() returns trigger language plpgsql as $$
begin
  if new.changed_at < old.changed_at then
    raise exception 'a newer event changes what was refused' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_refusals before update on refusal_projection for each row execute function guard_refusals();
alter table refusal_projection enable always trigger guard_refusals;

-- When a case was decided last, by its decision or on appeal.
alter table case_projection add decided_at timestamptz;

-- Of a removed service the last selection counts, so that removing it shows nothing.
create function asks_for(of_provider uuid, of_category text, of_claim jsonb) returns boolean language sql stable as $$
  select exists (
    select from requirement_version v, jsonb_array_elements(v.requirements) as requirement
    where requirement -> 'claim' @> of_claim and v.id = (
      select s.requirement_version_id from service_selection s
      where s.provider_id = of_provider and s.category_key = of_category
      order by s.selected_at desc, s.removed_at desc limit 1))
$$;

-- Types of claims for whose lack the public sees nothing of a category.
create function missing_claims(of_provider uuid, of_category text) returns table (claim_type text) language sql stable as $$
  select refused."claimType" from refusal_projection p,
    jsonb_to_recordset(p.refusals) as refused ("claimType" text, "isAboutPerson" boolean, "categoryKey" text, "firstRefusedAt" timestamptz, "refusedAt" timestamptz)
  where p.provider_id = of_provider
    and (refused."categoryKey" is not distinct from of_category or asks_for(of_provider, of_category,
      jsonb_build_object('type', refused."claimType") || case when refused."isAboutPerson" then '{"about": "person"}' else '{}' end::jsonb))
    and not exists (
      select from claim later left join claim_subject shown on shown.id = later.subject_id
      where later.provider_id = of_provider and later.category_key in (of_category, refused."categoryKey")
        and later.type = refused."claimType" and later.valid_from > refused."refusedAt"
        -- A grant that operators took back cures nothing, nor does one that it superseded.
        and not exists (
          select from claim taken where taken.provider_id = of_provider and taken.category_key = later.category_key
            and taken.type = later.type and taken.valid_from >= later.valid_from and taken.change_reason in
              ('not_confirmed_by_review', 'granted_in_error', 'evidence_not_authentic', 'evidence_in_doubt', 'safety_concern'))
        -- A grant about a colleague says nothing of who was refused and is named again.
        and (not refused."isAboutPerson" or later.subject_id is null or exists (
          select from claim_subject present
          where present.provider_id = of_provider and present.user_id = shown.user_id and present.ended_at is null)))
    -- Two operators lifted the suspension that followed from the refusal.
    and not exists (
      select from claim lifted where lifted.provider_id = of_provider and lifted.category_key in (of_category, refused."categoryKey")
        and lifted.type = refused."claimType" and lifted.status = 'active'
        and lifted.change_reason = 'suspension_lifted' and lifted.changed_at > refused."refusedAt")
$$;

create function is_held_back(of_provider uuid, of_category text) returns boolean language sql stable as $$
  select exists (select from missing_claims(of_provider, of_category))
$$;

-- When the public saw nothing of a category, recorded with each change that hides or shows it. `asOf` reads it, and who is told of a change
-- is told once.
create table category_hold (
  id bigint generated always as identity primary key,
  provider_id uuid not null references provider,
  category_key text not null references category,
  held_at timestamptz not null,
  ended_at timestamptz check (ended_at >= held_at),
  -- The representatives were told: they offered the service meanwhile.
  is_told boolean not null
);
create unique index category_hold_present on category_hold (provider_id, category_key) where ended_at is null;
create index category_hold_of_day on category_hold (provider_id, category_key, held_at);
grant select, insert (provider_id, category_key, held_at, is_told), update (ended_at, is_told) on category_hold to service_app;

create function guard_category_hold() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or old.is_told and not new.is_told then
    raise exception 'what the public saw on a day does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_category_hold before update on category_hold for each row execute function guard_category_hold();
alter table category_hold enable always trigger guard_category_hold;
