-- The read model of public search: a row for each published provider and each category in which it has an active claim.

create table public_listing (
  provider_id uuid not null references provider,
  category_key text not null references category,
  operating_model operating_model not null,
  -- The consented public premises, or the centre of the service area. Never the private base.
  geog geography(Point, 4326) not null,
  area geometry(Polygon, 4326),
  -- Metres from geog to the farthest point of the area.
  reach double precision not null,
  -- Side by side, so that expiry is exact when read.
  claim_types text[] not null,
  claim_expiries timestamptz[] not null,
  live_until timestamptz not null,
  primary key (provider_id, category_key),
  check (cardinality(claim_types) = cardinality(claim_expiries))
);
create index public_listing_by_distance on public_listing using gist (category_key, geog);
create index public_listing_reach on public_listing (category_key, reach);
grant select, insert, delete on public_listing to service_app;
