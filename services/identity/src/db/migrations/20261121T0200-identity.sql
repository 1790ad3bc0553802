-- People, how they prove who they are, and what they may do.

create table person (
  id uuid primary key,
  created_at timestamptz not null
);

create table contact_point (
  channel text not null check (channel in ('sms', 'email')),
  -- Normalised: E.164, or a lower-case address.
  identifier text not null,
  person_id uuid not null references person,
  verified_at timestamptz,
  primary key (channel, identifier)
);
create index contact_point_person on contact_point (person_id);

create table challenge (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  identifier text not null,
  code_hash bytea not null,
  -- Counted in a statement of its own that commits before the compare (promise A1).
  attempts smallint not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index challenge_newest on challenge (channel, identifier, created_at desc);

-- A session is also the family of its refresh tokens: reuse of a rotated one ends the whole (promise A3).
create table session (
  id uuid primary key,
  person_id uuid not null references person,
  label text not null,
  state text not null default 'active' check (state in ('active', 'revoked')),
  revoked_because text check (revoked_because in ('logout', 'refresh_reuse')),
  authenticated_at timestamptz not null,
  created_at timestamptz not null,
  -- Idle limit of its refresh tokens; an operator's is shorter (contract §2).
  idle_seconds integer not null check (idle_seconds > 0),
  ends_at timestamptz not null,
  check ((state = 'revoked') = (revoked_because is not null))
);
create index session_person on session (person_id);
insert into allowed_transition values ('session', 'active', 'revoked');
call guard_transitions('session', 'session');

create table access_token (
  token_hash bytea primary key,
  session_id uuid not null references session,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session,
  generation integer not null check (generation > 0),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  unique (session_id, generation)
);
-- At most one token of a family is alive (promise M3).
create unique index refresh_token_live on refresh_token (session_id) where rotated_at is null;

create table operator_grant (
  person_id uuid not null references person,
  role text not null check (role in ('triage', 'reviewer', 'decider', 'field-agent', 'supervisor', 'security', 'auditor')),
  granted_at timestamptz not null,
  primary key (person_id, role)
);

-- Who represents whom: a projection of the provider service's events.
create table assignment (
  id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'contributor'))
);
create index assignment_user on assignment (user_id);

grant select, insert on person to service_app;
grant select, insert, update on contact_point, challenge, session, refresh_token to service_app;
grant select, insert, delete on access_token to service_app;
grant select, insert, delete on operator_grant, assignment to service_app;
