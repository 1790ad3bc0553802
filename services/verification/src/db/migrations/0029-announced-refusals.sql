-- What was last announced of a provider that hides its categories or lets its next case wait, so that it is announced again only after a change
-- (docs/domain/publication-and-search.md 33).
create table announced_refusals (
  provider_id uuid primary key,
  refusals jsonb not null check (jsonb_typeof(refusals) = 'array'),
  waits jsonb not null check (jsonb_typeof(waits) = 'array'),
  announced_at timestamptz not null
);
grant select, insert, update on announced_refusals to service_app;
