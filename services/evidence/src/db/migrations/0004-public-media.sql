-- Public media: profile and work images of a provider, from upload through moderation to publication (docs/domain/public-media.md 1).

create type media_kind as enum ('profile', 'work');
create type media_state as enum ('uploading', 'processing', 'pending', 'approved', 'rejected', 'refused', 'withdrawn');
create table public_media (
  -- The id of its upload intent.
  id uuid primary key references upload_intent,
  provider_id uuid not null,
  uploaded_by uuid not null,
  kind media_kind not null,
  -- Null when its provider is erased, or of a profile image who uploaded it.
  alt text check (char_length(alt) between 1 and 200),
  state media_state not null default 'uploading',
  -- Why the examination refused it, or an operator rejected it.
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- While this is set, the public folder may contain its images.
  placed_at timestamptz,
  -- All its sizes became public at this time. Never cleared, so a removed image is 410 and not 404.
  published_at timestamptz,
  check (published_at is null or state in ('approved', 'rejected', 'withdrawn')),
  check ((state in ('rejected', 'refused')) = (reason is not null))
);
create index public_media_of_provider on public_media (provider_id, created_at desc, id desc);
create index public_media_of_uploader on public_media (uploaded_by);
create index public_media_to_publish on public_media (changed_at) where state = 'approved' and published_at is null;
create index public_media_to_remove on public_media (changed_at)
  where state in ('rejected', 'withdrawn') and placed_at is not null;
insert into allowed_transition values
  ('public media', 'uploading', 'processing'), ('public media', 'uploading', 'withdrawn'),
  ('public media', 'processing', 'pending'), ('public media', 'processing', 'refused'),
  ('public media', 'processing', 'withdrawn'),
  ('public media', 'pending', 'approved'), ('public media', 'pending', 'rejected'), ('public media', 'pending', 'withdrawn'),
  ('public media', 'approved', 'rejected'), ('public media', 'approved', 'withdrawn');
call guard_transitions('public_media', 'public media');
call keep_rows('public_media');
grant select, insert, update (alt, state, reason, changed_at, placed_at, published_at) on public_media to service_app;

-- An image drawn anew, without the metadata of the upload (promise U5).
create table media_rendition (
  media_id uuid not null references public_media,
  size text not null check (size in ('small', 'medium', 'large')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  -- Also the name in the public folder.
  sha256 bytea not null check (length(sha256) = 32),
  object_key text not null unique,
  primary key (media_id, size)
);
create index media_rendition_by_hash on media_rendition (sha256);
call make_immutable('media_rendition');
grant select, insert on media_rendition to service_app;
