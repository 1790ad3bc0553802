-- The embedded gazetteer: towns and villages of GeoNames, for finding a place without asking anybody outside.
create table gazetteer_place (
  id integer primary key,
  name text not null,
  -- Lower case, without accents: what is searched.
  search_name text not null,
  country_code char(2) not null,
  population integer not null check (population >= 0),
  position geography(point, 4326) not null
);
create index gazetteer_place_prefix on gazetteer_place (search_name text_pattern_ops);
create index gazetteer_place_similar on gazetteer_place using gin (search_name gin_trgm_ops);
create index gazetteer_place_near on gazetteer_place using gist (position);
grant select, insert on gazetteer_place to service_app;
