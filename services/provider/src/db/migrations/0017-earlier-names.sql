-- Every name, website and registered name that a provider has used, as keyed hashes: who renames before closing is found under
-- the earlier ones (docs/domain/provider-record.md 36). Deleted with an owner of an individual who is erased.
create table used_name (
  provider_id uuid not null references provider,
  kind text not null check (kind in ('name', 'website')),
  key bytea not null,
  primary key (provider_id, kind, key)
);
create index used_name_same on used_name (kind, key);
grant select, insert, delete on used_name to service_app;
