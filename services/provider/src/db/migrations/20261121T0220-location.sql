-- The three parts of a location, stored apart (contract §6). The private base is in no index and feeds no other table.

create table private_base (
  provider_id uuid primary key references provider,
  position geography(Point, 4326) not null,
  address_label text check (char_length(address_label) between 1 and 200),
  changed_at timestamptz not null
);

-- A row is there only with consent, so it says who gave it and when.
create table public_premises (
  provider_id uuid primary key references provider,
  position geography(Point, 4326) not null,
  address_label text check (char_length(address_label) between 1 and 200),
  consented_by uuid not null,
  consented_at timestamptz not null
);

create table service_area (
  provider_id uuid primary key references provider,
  area geography(Polygon, 4326) not null,
  changed_at timestamptz not null,
  constraint area_is_valid check (st_isvalid(area::geometry)),
  constraint area_has_bounded_vertices check (st_npoints(area::geometry) between 4 and 500),
  -- 100 000 km², and 1 % for the difference between sphere and spheroid.
  constraint area_has_bounded_size check (st_area(area) between 1 and 1.01e11)
);
grant select, insert, update, delete on private_base, public_premises, service_area to service_app;
