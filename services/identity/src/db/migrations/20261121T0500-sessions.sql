-- Sessions that their owner can tell apart, and a refresh reply that was lost on the way. There are no sessions yet: nothing was
-- released, and the migration that sealed the labels emptied the table.

alter table session drop constraint session_revoked_because_check;
alter table session
  -- An operator's session is short (promise A5), and no other one carries an operator's permissions.
  add column kind text not null check (kind in ('member', 'operator')),
  -- To the minute or so: a write for each request would cost more than it tells.
  add column last_used_at timestamptz not null,
  -- As far as a browser says it: it names nobody. No version, no address, no header as it came.
  add column device_kind text check (device_kind in ('desktop', 'mobile', 'tablet', 'tv')),
  add column device_browser text check (char_length(device_browser) <= 40),
  add column device_system text check (char_length(device_system) <= 40),
  add column revoked_at timestamptz,
  add constraint session_revoked_because_check check (revoked_because in
    ('logout', 'refresh_reuse', 'ended_by_owner', 'signed_in_again', 'role_granted', 'erased', 'emergency')),
  add check ((state = 'revoked') = (revoked_at is not null)),
  add check (kind = 'member' or (idle_seconds <= 1800 and ends_at <= created_at + interval '12 hours'));
create index session_over on session (least(ends_at, revoked_at));
create index access_token_expiry on access_token (expires_at);
create index refresh_token_expiry on refresh_token (expires_at);

alter table access_token drop constraint access_token_session_id_fkey,
  add foreign key (session_id) references session on delete cascade;
alter table refresh_token drop constraint refresh_token_session_id_fkey,
  add foreign key (session_id) references session on delete cascade;

-- The answer to a refresh, for whoever shows the same token with the same key again (promise A8).
create table refresh_reply (
  -- Of the token that was rotated.
  token_hash bytea primary key references refresh_token on delete cascade,
  key_hash bytea not null,
  -- Encrypted under a key derived from the token itself, which is nowhere in this database.
  answer text not null,
  expires_at timestamptz not null
);
create index refresh_reply_expiry on refresh_reply (expires_at);

grant delete on session, refresh_token to service_app;
grant select, insert, delete on refresh_reply to service_app;
