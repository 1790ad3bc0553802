-- Images of the public profile, as evidence published them. A removed one is deleted.
create table public_media (
  media_id uuid primary key,
  provider_id uuid not null,
  kind text not null check (kind in ('profile', 'work')),
  alt text not null,
  -- Name, width and height of each size, smallest first.
  sizes jsonb not null,
  published_at timestamptz not null
);
create index public_media_of_provider on public_media (provider_id);
grant select, insert, update, delete on public_media to service_app;
