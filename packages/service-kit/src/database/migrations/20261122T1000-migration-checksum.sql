-- Written by the migrate step only: SHA-256 of each applied migration file.
create table migration_checksum (
  name text primary key,
  checksum bytea not null check (length(checksum) = 32)
);
