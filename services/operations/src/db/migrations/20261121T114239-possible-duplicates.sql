-- Whom the provider service takes for possibly the same, in both directions. How it stands now, it tells when a provider is read there.
create table possible_duplicate (
  provider_id uuid not null,
  other_provider_id uuid not null check (other_provider_id <> provider_id),
  primary key (provider_id, other_provider_id)
);
grant select, insert on possible_duplicate to service_app;

alter table provider_label add column is_closed boolean not null default false;
