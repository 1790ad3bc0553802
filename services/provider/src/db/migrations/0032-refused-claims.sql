-- Types of claims about a person that the decision of a case refused for good: the public sees nothing of the category until a later
-- decision grants them (docs/domain/publication-and-search.md 33). `held_since` is the first of these decisions, `decided_at` the last.
alter table case_projection
  add refused_types text[] not null default '{}',
  add decided_at timestamptz,
  add held_since timestamptz,
  add check ((held_since is not null) = (refused_types <> '{}'));

-- `at` asks about an earlier time, and null about now: the clocks of two services differ.
create function is_held_back(of_provider uuid, of_category text, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from case_projection held, unnest(held.refused_types) as refused (type)
    where held.provider_id = of_provider and held.category_key = of_category and (at is null or held.held_since <= at)
      and not exists (
        select from claim later where later.provider_id = of_provider and later.category_key = of_category
          and later.type = refused.type and later.valid_from > held.decided_at and (at is null or later.valid_from <= at)))
  or exists (
    select from claim ended
    where ended.provider_id = of_provider and ended.category_key = of_category
      and ended.status in ('suspended', 'revoked') and ended.change_reason = 'safety_concern'
      and (at is null or ended.valid_from <= at and (
        select v.status from claim_version v where v.claim_id = ended.claim_id and v.at <= is_held_back.at
        order by v.at desc, v.position desc limit 1) <> 'active')
      and not exists (
        select from claim later where later.provider_id = of_provider and later.category_key = of_category
          and later.type = ended.type and later.valid_from > ended.valid_from and (at is null or later.valid_from <= at)))
$$;
