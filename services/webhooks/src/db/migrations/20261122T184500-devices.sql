-- Devices that receive pushes, and what a person wants to receive.
create table device (
  id uuid primary key,
  -- Chosen by the app, random: whoever has it has the installation.
  installation_id uuid not null unique,
  user_id uuid not null,
  session_id uuid not null,
  push_service text not null check (push_service in ('fcm', 'apns')),
  locale text not null check (locale in ('en', 'fr')),
  -- An envelope: the token under a key of its own, which is under the secret that `key_id` names.
  sealed_token bytea not null,
  wrapped_key bytea not null,
  key_id text not null,
  -- Keyed by the same secret: one token has one device.
  token_hash bytea not null unique,
  registered_at timestamptz not null,
  updated_at timestamptz not null
);
create index device_of_person on device (user_id, updated_at);
create index device_of_session on device (session_id);
create index device_of_key on device (key_id);
grant select, insert, update, delete on device to service_app;

create table notification_preference (
  user_id uuid primary key,
  locale text check (locale in ('en', 'fr')),
  quiet_start text check (quiet_start ~ '^\d{2}:\d{2}$'),
  quiet_end text check (quiet_end ~ '^\d{2}:\d{2}$'),
  time_zone text,
  -- Choices that a person made, by group; the others have the defaults.
  groups jsonb not null check (jsonb_typeof(groups) = 'array'),
  revision integer not null check (revision > 0),
  check (num_nonnulls(quiet_start, quiet_end, time_zone) in (0, 3))
);
grant select, insert, update, delete on notification_preference to service_app;
