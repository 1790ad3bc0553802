-- The inbox of each person, and what they want to receive.

-- Events of the provider service fill this table. Ended assignments stay, to distinguish a provider that nobody represents any more
-- from an unknown one.
create table representative (
  assignment_id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  ended_at timestamptz
);
create index representative_provider on representative (provider_id);
grant select, insert, update (ended_at) on representative to service_app;

-- The inbox of a person. Its texts are made when it is read, in the language of the reader.
create table notification (
  id uuid primary key,
  event_id uuid not null,
  user_id uuid not null,
  provider_id uuid,
  template text not null,
  data jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  change bigint not null default 0,
  unique (event_id, user_id)
);
create index notification_inbox on notification (user_id, created_at desc, id desc);
create index notification_change on notification (user_id, change, id);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_created on notification (created_at);
grant select, insert, update (read_at, change), delete on notification to service_app;

-- Numbers the changes in the inbox of a person, for `?since=`.
create table person_inbox (
  user_id uuid primary key,
  last_change bigint not null check (last_change > 0)
);
grant select, insert, update (last_change), delete on person_inbox to service_app;

create table notification_preference (
  user_id uuid primary key,
  locale text check (locale in ('en', 'fr')),
  quiet_start text check (quiet_start ~ '^\d{2}:\d{2}$'),
  quiet_end text check (quiet_end ~ '^\d{2}:\d{2}$'),
  time_zone text,
  -- The groups for which the person chose something. All others have the defaults.
  groups jsonb not null check (jsonb_typeof(groups) = 'array'),
  revision integer not null check (revision > 0),
  check (num_nonnulls(quiet_start, quiet_end, time_zone) in (0, 3))
);
grant select, insert, update, delete on notification_preference to service_app;

-- Devices that receive pushes.
create table device (
  id uuid primary key,
  -- A random value chosen by the app. Who knows it controls the installation.
  installation_id uuid not null unique,
  user_id uuid not null,
  session_id uuid not null,
  push_service text not null check (push_service in ('fcm', 'apns')),
  locale text not null check (locale in ('en', 'fr')),
  -- The token is encrypted under a key of its own, and that key under the secret that `key_id` names.
  sealed_token bytea not null,
  wrapped_key bytea not null,
  key_id text not null,
  -- A hash keyed by the same secret, because a token belongs to one device.
  token_hash bytea not null unique,
  registered_at timestamptz not null,
  updated_at timestamptz not null
);
create index device_of_person on device (user_id, updated_at);
create index device_of_session on device (session_id);
create index device_of_key on device (key_id);
grant select, insert, update, delete on device to service_app;
