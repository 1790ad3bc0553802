-- Names and their versions are sealed under a key of their provider, those of a person under a key of the person (docs/domain/names.md 1).

-- Erasing the person deletes it: then nothing sealed under it can be read, in a backup neither.
create table name_key (
  owner_id uuid primary key,
  wrapped bytea not null
);
grant select, insert, delete on name_key to service_app;
