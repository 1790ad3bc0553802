-- Types of claims about a person that the decision of a case refused for good, and of claims that it ended for safety. The public sees no
-- category that asks for one of them until a later decision grants it (docs/domain/publication-and-search.md 33). `held_since` and
-- `decided_at` are the times of the first and the last decision of the case. `refused_elsewhere` lists the types that a decision of another
-- provider refused about the same person, each with the time of that decision.
alter table case_projection
  add refused_types text[] not null default '{}',
  add safety_types text[] not null default '{}',
  add refused_elsewhere jsonb not null default '[]',
  add decided_at timestamptz,
  add held_since timestamptz,
  add check ((held_since is not null) = (refused_types || safety_types <> '{}'));

-- Of a removed service the last selection counts, so that removing it shows nothing.
create function asks_for(of_provider uuid, of_category text, of_claim jsonb, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from requirement_version v, jsonb_array_elements(v.requirements) as requirement
    where requirement -> 'claim' @> of_claim and v.id = (
      select s.requirement_version_id from service_selection s
      where s.provider_id = of_provider and s.category_key = of_category
        and (asks_for.at is null or s.selected_at <= asks_for.at)
      order by s.selected_at desc, s.removed_at desc limit 1))
$$;

-- `at` asks about an earlier time, and null about now: the clocks of two services differ.
create function is_held_back(of_provider uuid, of_category text, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from case_projection held, lateral (
      select type, jsonb_build_object('about', 'person', 'type', type) as claim, held.held_since as since, held.decided_at as refused_at
      from unnest(held.refused_types) type
      union all select type, jsonb_build_object('type', type), held.held_since, held.decided_at from unnest(held.safety_types) type
      union all select "claimType", jsonb_build_object('about', 'person', 'type', "claimType"), "refusedAt", "refusedAt"
        from jsonb_to_recordset(held.refused_elsewhere) as elsewhere ("claimType" text, "refusedAt" timestamptz)
    ) refused
    where held.provider_id = of_provider and (at is null or refused.since <= at)
      and (held.category_key = of_category or asks_for(of_provider, of_category, refused.claim, at))
      and not exists (
        select from claim later where later.provider_id = of_provider and later.category_key in (of_category, held.category_key)
          and later.type = refused.type and later.valid_from > refused.refused_at and (at is null or later.valid_from <= at))
      -- Two operators lifted the suspension that followed from the refusal.
      and not (at is null and exists (
        select from claim lifted where lifted.provider_id = of_provider and lifted.category_key = of_category
          and lifted.type = refused.type and lifted.status = 'active' and lifted.changed_at > refused.refused_at)))
$$;
