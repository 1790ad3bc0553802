-- Public media: profile and work images of a provider, from upload over moderation to publication (ADR 0085).
-- checked against release 1: its replicas open, confirm and announce uploads with a case only.

alter type upload_purpose add value 'public_media';
-- As text: a new value of a type cannot be used in the transaction that adds it.
alter table upload_intent
  alter column case_id drop not null,
  alter column requirement_key drop not null,
  add constraint upload_intent_of_case check ((purpose::text = 'public_media') = (case_id is null)),
  add constraint upload_intent_of_requirement check ((purpose::text = 'public_media') = (requirement_key is null));
alter table evidence_item
  alter column case_id drop not null,
  alter column requirement_key drop not null,
  add constraint evidence_item_with_case check ((purpose::text = 'public_media') = (case_id is null)),
  add constraint evidence_item_with_requirement check ((purpose::text = 'public_media') = (requirement_key is null));

create type media_kind as enum ('profile', 'work');
create type media_state as enum ('uploading', 'processing', 'pending', 'approved', 'rejected', 'refused', 'withdrawn');

create table public_media (
  -- That of its upload intent.
  id uuid primary key references upload_intent,
  provider_id uuid not null,
  uploaded_by uuid not null,
  kind media_kind not null,
  -- Null once its provider is erased.
  alt text check (char_length(alt) between 1 and 200),
  state media_state not null default 'uploading',
  -- Why it was refused by the examination or rejected by an operator.
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- While set, the public folder may hold its images.
  placed_at timestamptz,
  -- Since when all its sizes were public; never cleared, so a removed image is 410 and not 404.
  published_at timestamptz,
  check (published_at is null or state in ('approved', 'rejected', 'withdrawn')),
  check ((state in ('rejected', 'refused')) = (reason is not null))
);
create index public_media_of_provider on public_media (provider_id, created_at desc, id desc);
create index public_media_to_publish on public_media (changed_at) where state = 'approved' and published_at is null;
create index public_media_to_remove on public_media (changed_at)
  where state in ('rejected', 'withdrawn') and placed_at is not null;
grant select, insert, update (alt, state, reason, changed_at, placed_at, published_at) on public_media to service_app;

insert into allowed_transition values
  ('public media', 'uploading', 'processing'),
  ('public media', 'uploading', 'withdrawn'),
  ('public media', 'processing', 'pending'),
  ('public media', 'processing', 'refused'),
  ('public media', 'processing', 'withdrawn'),
  ('public media', 'pending', 'approved'),
  ('public media', 'pending', 'rejected'),
  ('public media', 'pending', 'withdrawn'),
  ('public media', 'approved', 'rejected'),
  ('public media', 'approved', 'withdrawn');
call guard_transitions('public_media', 'public media');
call keep_rows('public_media');

-- An image drawn anew, without the metadata of the upload (promise U5).
create table media_rendition (
  media_id uuid not null references public_media,
  size text not null check (size in ('small', 'medium', 'large')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  -- The name in the public folder.
  sha256 bytea not null check (length(sha256) = 32),
  object_key text not null unique,
  primary key (media_id, size)
);
create index media_rendition_by_hash on media_rendition (sha256);
call make_immutable('media_rendition');
grant select, insert on media_rendition to service_app;

-- Whether the profile of a provider is public, as provider and operations announce it.
create table provider_publication (
  provider_id uuid primary key,
  is_public boolean not null
);
grant select, insert, update on provider_publication to service_app;

create table listing_suspension (
  action_id uuid primary key,
  provider_id uuid not null,
  ends_at timestamptz not null
);
create index listing_suspension_of_provider on listing_suspension (provider_id, ends_at);
grant select, insert, update on listing_suspension to service_app;
