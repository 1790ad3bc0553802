-- Premises that nobody checked: found where they are, after all others (docs/domain/publication-and-search.md 15). Rows from before
-- change with their provider, or by `npm run listings -- rebuild`.
alter table public_listing add is_pinned boolean not null default false;
create index public_listing_pinned on public_listing using gist (category_key, geog) where is_pinned;
