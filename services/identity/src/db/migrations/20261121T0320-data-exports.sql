-- What a person asked to have of their data. The key of an export is sealed under the person's own: with that key the parts
-- can be read no more, here or on their way.

create table data_export (
  id uuid primary key,
  person_id uuid not null references person,
  sealed_key bytea not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at and expires_at <= requested_at + interval '7 days')
);
create index data_export_newest on data_export (person_id, requested_at desc);
create index data_export_expiry on data_export (expires_at);

create table data_export_part (
  export_id uuid not null references data_export on delete cascade,
  service text not null,
  part integer not null check (part between 1 and total),
  total integer not null,
  -- JWE to the export's key.
  sealed text not null,
  primary key (export_id, service, part)
);
grant select, insert, delete on data_export, data_export_part to service_app;
-- To lock it against its deletion while a part arrives.
grant update (expires_at) on data_export to service_app;
