-- Names and their versions are sealed under a key of their provider (docs/domain/names.md 1).

-- Erasing the person of an individual provider deletes it: then nothing sealed under it can be read, in a backup neither.
create table name_key (
  provider_id uuid primary key references provider,
  wrapped bytea not null
);
grant select, insert, delete on name_key to service_app;
