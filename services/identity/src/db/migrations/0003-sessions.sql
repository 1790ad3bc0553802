-- A role that an operator requested for somebody. It takes effect with the second approval (promise T5).
create table role_request (
  id uuid primary key,
  person_id uuid not null references person,
  role text not null check (role in ('triage', 'reviewer', 'decider', 'field-agent', 'supervisor', 'security', 'auditor')),
  reason text not null check (char_length(reason) between 10 and 500),
  requested_by uuid not null references person,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at),
  state text not null default 'pending' check (state in ('pending', 'granted', 'rejected', 'expired')),
  ended_at timestamptz,
  constraint role_request_not_for_oneself check (requested_by <> person_id),
  check ((state = 'pending') = (ended_at is null)),
  unique (id, person_id, requested_by)
);
create unique index role_request_one_pending on role_request (person_id, role) where state = 'pending';
create index role_request_listed on role_request (requested_at, id);
insert into allowed_transition values
  ('role request', 'pending', 'granted'), ('role request', 'pending', 'rejected'), ('role request', 'pending', 'expired');
call guard_transitions('role_request', 'role request');
grant select, insert, update (state, ended_at) on role_request to service_app;

create table operator_grant (
  person_id uuid not null references person,
  role text not null check (role in ('triage', 'reviewer', 'decider', 'field-agent', 'supervisor', 'security', 'auditor')),
  granted_at timestamptz not null,
  -- Null for a role of the command line.
  request_id uuid references role_request,
  primary key (person_id, role)
);
grant select, insert, delete on operator_grant to service_app;

create table role_approval (
  request_id uuid not null,
  person_id uuid not null,
  requested_by uuid not null,
  approver_id uuid not null references person,
  decision text not null check (decision in ('approve', 'reject')),
  reason text not null check (char_length(reason) between 10 and 500),
  decided_at timestamptz not null,
  constraint role_approval_once_each primary key (request_id, approver_id),
  foreign key (request_id, person_id, requested_by) references role_request (id, person_id, requested_by),
  constraint role_approval_not_by_requester check (approver_id <> requested_by),
  constraint role_approval_not_by_target check (approver_id <> person_id)
);
call make_immutable('role_approval');
grant select, insert on role_approval to service_app;

-- Nobody makes operators who approve others at once: a role that was requested approves after a day.
create function guard_role_approval() returns trigger language plpgsql as $$
begin
  if not exists (
    select from role_request where id = new.request_id and state = 'pending' and expires_at > new.decided_at
  ) then
    raise exception 'the request of a role has ended' using errcode = 'check_violation', constraint = 'role_approval_open';
  end if;
  if not exists (
    select from operator_grant where person_id = new.approver_id and role in ('security', 'supervisor')
      and (request_id is null or granted_at <= new.decided_at - interval '24 hours')
  ) then
    raise exception 'an operator approves roles a day after getting the role'
      using errcode = 'check_violation', constraint = 'role_approver_is_established';
  end if;
  return new;
end $$;
create trigger guard_role_approval before insert on role_approval for each row execute function guard_role_approval();
alter table role_approval enable always trigger guard_role_approval;

-- An approval counts while its approver may approve.
create function guard_requested_role() returns trigger language plpgsql as $$
begin
  if (
    select count(*) from role_approval a
    where a.request_id = new.request_id and a.decision = 'approve' and exists (
      select from operator_grant g where g.person_id = a.approver_id and g.role in ('security', 'supervisor'))
  ) < 2 or not exists (
    select from role_request where id = new.request_id and person_id = new.person_id and role = new.role and state = 'granted'
  ) then
    raise exception 'a requested role needs two approvals'
      using errcode = 'check_violation', constraint = 'requested_role_is_approved';
  end if;
  return new;
end $$;
create trigger guard_requested_role before insert on operator_grant for each row when (new.request_id is not null)
  execute function guard_requested_role();
alter table operator_grant enable always trigger guard_requested_role;

-- Everybody who is or was an operator, and when their permissions last changed. `operator_grant` cannot tell, because its rows are
-- deleted with the role.
create table operator_change (
  person_id uuid primary key references person,
  changed_at timestamptz not null
);
grant select, insert, update (changed_at) on operator_change to service_app;

-- Unfinished duties of operators, from the events of cases: the load in the directory of operators (docs/domain/roles-and-step-up.md 26).
create table operator_duty (
  case_id uuid not null,
  duty text not null check (duty in ('review', 'decide', 'appeal')),
  person_id uuid not null,
  -- The end of a correction window; the case then waits for nobody.
  ends_at timestamptz,
  primary key (case_id, duty)
);
create index operator_duty_of_person on operator_duty (person_id);
grant select, insert, delete on operator_duty to service_app;

-- Events of the provider service fill this table.
create table assignment (
  id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'contributor'))
);
create index assignment_user on assignment (user_id);
create index assignment_of_provider on assignment (provider_id, id);
-- Update: Postgres requires it for the lock that keeps an assignment while a session chooses it.
grant select, insert, update (role), delete on assignment to service_app;

-- The name that a person gave to a provider when they accepted its invitation, and the contact by which it invited them. Whoever
-- registered the provider has none. Deleted with the assignment.
create table representative_name (
  assignment_id uuid primary key,
  person_id uuid not null references person,
  sealed_name bytea not null,
  contact_point_id uuid references contact_point (id) on delete set null
);
create index representative_name_person on representative_name (person_id);
create index representative_name_contact on representative_name (contact_point_id);
grant select, insert, delete on representative_name to service_app;

-- It stores the keyed hash only, because the number or address may belong to nobody yet. The answer is here and nowhere else: the
-- provider service learns of an acceptance only (promise T4). Deleted when the person is assigned, or the invitation withdrawn or
-- expired; the provider service keeps the history.
create table invitation (
  id uuid primary key,
  provider_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'contributor')),
  -- Null unless an operator accepted the name of the provider.
  provider_name text check (char_length(provider_name) <= 120),
  channel text not null check (channel in ('sms', 'email')),
  identifier_index bytea not null check (length(identifier_index) = 32),
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at),
  state text not null default 'sent' check (state in ('sent', 'awaiting_approval', 'accepted', 'declined', 'refused')),
  answered_by uuid references person,
  answered_at timestamptz,
  -- The name for this provider, under the key of the person.
  sealed_name bytea,
  -- The operator who approved or refused the acceptance of an operator.
  decided_by uuid references person,
  decided_at timestamptz,
  check ((state = 'sent') = (answered_by is null)),
  check ((answered_by is null) = (answered_at is null)),
  check ((state in ('awaiting_approval', 'accepted')) = (sealed_name is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'refused' or decided_by is not null),
  constraint invitation_not_decided_by_invitee check (decided_by <> answered_by)
);
create index invitation_contact on invitation (channel, identifier_index);
create index invitation_expiry on invitation (expires_at);
create index invitation_answered on invitation (answered_by);
create index invitation_awaiting on invitation (answered_at, id) where state = 'awaiting_approval';
insert into allowed_transition values
  ('invitation', 'sent', 'accepted'), ('invitation', 'sent', 'awaiting_approval'), ('invitation', 'sent', 'declined'),
  ('invitation', 'awaiting_approval', 'accepted'), ('invitation', 'awaiting_approval', 'refused'),
  ('invitation', 'awaiting_approval', 'declined');
call guard_transitions('invitation', 'invitation');
grant select, insert, update (state, answered_by, answered_at, sealed_name, decided_by, decided_at), delete on invitation to service_app;

-- An operator who represents a provider has a conflict of interest, so a colleague agrees before. A grant of a role locks the person
-- as an acceptance does.
create function approve_operator() returns trigger language plpgsql as $$
begin
  if new.state = 'accepted' and new.decided_by is null
    and exists (select from operator_grant where person_id = new.answered_by) then
    raise exception 'another operator approves the acceptance of an operator'
      using errcode = 'check_violation', constraint = 'acceptance_of_operator_is_approved';
  end if;
  return new;
end $$;
create trigger approve_operator before update on invitation for each row execute function approve_operator();
alter table invitation enable always trigger approve_operator;

-- Emergency actions of operations that keep an account signed out. No row changes when one ends: readers compare ends_at.
create table emergency_action (
  action_id uuid primary key,
  person_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index emergency_action_of_person on emergency_action (person_id, ends_at);
grant select, insert, update (ends_at) on emergency_action to service_app;

-- A session is also the family of its refresh tokens: reuse of a rotated one ends the session (promise A3).
create table session (
  id uuid primary key,
  person_id uuid not null references person,
  state text not null default 'active' check (state in ('active', 'revoked')),
  revoked_because text check (revoked_because in ('logout', 'refresh_reuse', 'ended_by_owner', 'signed_in_again', 'role_granted',
    'erased', 'emergency', 'passkey_revoked', 'restored')),
  authenticated_at timestamptz not null,
  created_at timestamptz not null,
  -- The idle limit of its refresh tokens. That of operators is shorter (docs/domain/sign-in-and-sessions.md 27).
  idle_seconds integer not null check (idle_seconds > 0),
  ends_at timestamptz not null,
  -- The person calls the device this, such as `Anna's phone`.
  sealed_label bytea not null,
  -- Sessions of operators are short (promise A5), and only they have the permissions of operators.
  kind text not null check (kind in ('member', 'operator')),
  -- To about a minute: a write for each request would cost more than its precision is worth.
  last_used_at timestamptz not null,
  -- The header of the browser is reduced until it identifies nobody: no version, no address, no raw header.
  device_kind text check (device_kind in ('desktop', 'mobile', 'tablet', 'tv')),
  device_browser text check (char_length(device_browser) <= 40),
  device_system text check (char_length(device_system) <= 40),
  revoked_at timestamptz,
  -- The device on which the session was opened. It is forgotten when its owner ends the session.
  device_hash bytea references known_device on delete set null,
  -- The assignment that a person with several has chosen for the routes of the workspace (docs/domain/sign-in-and-sessions.md 43).
  workspace_assignment_id uuid references assignment on delete set null,
  authenticated_by text not null default 'one_time_code' check (authenticated_by in ('one_time_code', 'passkey')),
  passkey_id uuid references passkey on delete set null,
  check ((state = 'revoked') = (revoked_because is not null)),
  check ((state = 'revoked') = (revoked_at is not null)),
  check (kind = 'member' or (idle_seconds <= 1800 and ends_at <= created_at + interval '12 hours')),
  constraint session_passkey check (passkey_id is null or authenticated_by = 'passkey')
);
create index session_person on session (person_id);
create index session_over on session (least(ends_at, revoked_at));
create index session_known_device on session (device_hash) where device_hash is not null;
create index session_workspace on session (workspace_assignment_id) where workspace_assignment_id is not null;
create index session_passkey on session (passkey_id) where passkey_id is not null;
insert into allowed_transition values
  ('session', 'active', 'revoked');
call guard_transitions('session', 'session');
grant select, insert, update, delete on session to service_app;

create table access_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);
create index access_token_expiry on access_token (expires_at);
grant select, insert, delete on access_token to service_app;

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  generation integer not null check (generation > 0),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  unique (session_id, generation)
);
-- At most one token of a session is valid (promise M3).
create unique index refresh_token_live on refresh_token (session_id) where rotated_at is null;
create index refresh_token_expiry on refresh_token (expires_at);
grant select, insert, update, delete on refresh_token to service_app;

-- The response to a refresh, for a client that repeats it with the same token and key because it lost the response (promise A8).
create table refresh_reply (
  -- This token was rotated.
  token_hash bytea primary key references refresh_token on delete cascade,
  key_hash bytea not null,
  -- Encrypted under a key derived from the token, which this database does not store.
  answer text not null,
  expires_at timestamptz not null
);
create index refresh_reply_expiry on refresh_reply (expires_at);
grant select, insert, delete on refresh_reply to service_app;
