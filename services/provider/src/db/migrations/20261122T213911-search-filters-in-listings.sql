-- Every filter of search reads the listing, by an index.
-- checked against release 1: listings that its replicas write lack these values until `npm run listings -- rebuild`.
alter table public_listing
  -- `model:travels`, `language:fr`, `claim:liability_insurance`, and `ends:2026-11`, the month in which a claim ends.
  add column facets text[] not null default '{}',
  add column words tsvector not null default '',
  -- Takes new work from then on; null if it takes none.
  add column available_from timestamptz;

update public_listing l
set words = provider_search_text(p.display_name, p.summary),
  facets = array(
    select distinct facet from (
      select 'model:' || l.operating_model
      union all select 'claim:' || type from unnest(l.claim_types) type
      union all select 'ends:' || to_char(until at time zone 'UTC', 'YYYY-MM') from unnest(l.claim_expiries) until
      union all select 'language:' || part
      from unnest(p.languages) tag cross join lateral (values (lower(tag)), (split_part(lower(tag), '-', 1))) part (part)
    ) one (facet) order by facet),
  available_from = (
    select case a.state when 'available' then '-infinity' when 'limited' then a.next_available_at end
    from service_selection s join availability a on a.selection_id = s.id
    where s.provider_id = l.provider_id and s.category_key = l.category_key and s.state = 'active')
from provider p where p.id = l.provider_id;

create index public_listing_facets on public_listing using gin (facets);
create index public_listing_words on public_listing using gin (words);
create index public_listing_available on public_listing (category_key, available_from);
drop index provider_search;
grant update on public_listing to service_app;
