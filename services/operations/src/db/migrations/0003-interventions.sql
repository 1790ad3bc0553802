-- Interventions: overrides that two operators approve, the publication gate, and emergency actions.

-- A request to override a rule, for the whole platform, or for one case or claim. Other operators approve it (promise Z3,
-- docs/domain/overrides-and-emergency-actions.md 3).
create table override_request (
  id uuid primary key,
  kind text not null,
  action text not null,
  reason text not null check (char_length(reason) between 10 and 500),
  requester_id uuid not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  approvals_needed smallint not null default 2 check (approvals_needed >= 2),
  -- Expiry is computed when it is read, so it is no state. The requester can withdraw a pending request.
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  ended_at timestamptz,
  withdrawn_by uuid,
  -- A case or a claim. Null for the publication gate.
  target_id uuid,
  -- The target belongs to it.
  provider_id uuid,
  days smallint check (days between 1 and 14),
  check (expires_at = requested_at + interval '72 hours'),
  check ((state = 'pending') = (ended_at is null)),
  check (ended_at < expires_at),
  unique (id, requester_id),
  constraint withdrawn_by_requester check (
    case state when 'withdrawn' then withdrawn_by is not null and withdrawn_by = requester_id else withdrawn_by is null end),
  constraint override_asks_for_one_thing check (
    case kind
      when 'publication-gate' then action in ('open', 'close') and num_nonnulls(target_id, provider_id, days) = 0
      when 'deadline-extension' then action = 'extend' and num_nulls(target_id, provider_id, days) = 0
      when 'case-reassignment-block' then action = 'block' and num_nulls(target_id, provider_id, days) = 0
      when 'claim-suspension-lift' then action = 'lift' and num_nulls(target_id, provider_id) = 0 and days is null
      else false
    end)
);
create index override_request_newest on override_request (requested_at desc, id desc);
insert into allowed_transition values
  ('override', 'pending', 'approved'), ('override', 'pending', 'rejected'), ('override', 'pending', 'withdrawn');
call guard_transitions('override_request', 'override');
grant select, insert, update (state, ended_at, withdrawn_by) on override_request to service_app;

-- A vote for an override counts while its operator may still cast it (docs/domain/overrides-and-emergency-actions.md 4).
create function still_votes(person uuid, of_provider uuid, since timestamptz) returns boolean language sql stable as $$
  select not represents_since(person, of_provider, since) and not exists (
    select from operator where user_id = person and not 'operations.overrides.approve' = any(permissions));
$$;

create function guard_override_request() returns trigger language plpgsql as $$
declare
  approvals bigint;
  rejections bigint;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' then
      raise exception 'an override begins pending' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.state <> 'pending' then
    raise exception 'an override that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - array['state', 'ended_at', 'withdrawn_by'] <> to_jsonb(old) - array['state', 'ended_at', 'withdrawn_by'] then
    raise exception 'what an override asks for is immutable' using errcode = 'restrict_violation';
  end if;
  select count(*) filter (where decision = 'approve' and still_votes(approver_id, new.provider_id, new.requested_at)),
    count(*) filter (where decision = 'reject')
    into approvals, rejections from override_approval where override_id = new.id;
  if (new.state = 'approved' and (approvals < new.approvals_needed or rejections > 0)) or (new.state = 'rejected' and rejections = 0) then
    raise exception 'the approvals do not carry that outcome' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_override_request before insert or update on override_request for each row execute function guard_override_request();
alter table override_request enable always trigger guard_override_request;

create trigger refuse_row_delete before delete on override_request for each row execute function refuse_change();
alter table override_request enable always trigger refuse_row_delete;

create trigger refuse_truncate before truncate on override_request for each statement execute function refuse_change();
alter table override_request enable always trigger refuse_truncate;

create table override_approval (
  id uuid primary key,
  override_id uuid not null,
  -- The requester. The foreign key ties it to the request, so the check below always compares the right person.
  requester_id uuid not null,
  approver_id uuid not null,
  decision text not null check (decision in ('approve', 'reject')),
  reason text not null check (char_length(reason) between 10 and 500),
  decided_at timestamptz not null,
  foreign key (override_id, requester_id) references override_request (id, requester_id),
  constraint override_approval_not_by_requester check (approver_id <> requester_id),
  constraint override_approval_once_each unique (override_id, approver_id)
);
call make_immutable('override_approval');
grant select, insert on override_approval to service_app;

create function guard_override_approval() returns trigger language plpgsql as $$
declare
  request override_request;
begin
  -- The lock makes approvals of one request wait for each other.
  select * into request from override_request where id = new.override_id for update;
  if request.state <> 'pending' or new.decided_at >= request.expires_at then
    raise exception 'the override takes no approvals any more' using errcode = 'restrict_violation', constraint = 'override_approval_open';
  end if;
  return new;
end $$;
create trigger guard_override_approval before insert on override_approval for each row execute function guard_override_approval();
alter table override_approval enable always trigger guard_override_approval;

-- An operator who represents the provider votes on nothing of it (docs/domain/overrides-and-emergency-actions.md 1).
create function guard_override_voter() returns trigger language plpgsql as $$
begin
  if exists (
    select from override_request o
    where o.id = new.override_id and represents_since(new.approver_id, o.provider_id, o.requested_at)
  ) then
    raise exception 'an operator cannot vote about a provider they represent'
      using errcode = 'check_violation', constraint = 'override_voter_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_override_voter before insert on override_approval
  for each row execute function guard_override_voter();
alter table override_approval enable always trigger guard_override_voter;

-- The publication gate has the state of the last row. Each change needs an approved override of its own.
create table publication_gate (
  position bigint generated always as identity primary key,
  state text not null check (state in ('closed', 'open')),
  override_id uuid unique references override_request,
  changed_at timestamptz not null,
  check (override_id is not null or position = 1)
);
call make_immutable('publication_gate');
insert into publication_gate (state, changed_at) values ('closed', now());
grant select, insert on publication_gate to service_app;

create function guard_publication_gate() returns trigger language plpgsql as $$
declare
  present text;
begin
  perform pg_advisory_xact_lock(hashtextextended('publication gate', 0));
  select state into present from publication_gate order by position desc limit 1;
  if new.state = present or not exists (
    select from override_request
    where id = new.override_id and kind = 'publication-gate' and state = 'approved'
      and action = case new.state when 'open' then 'open' else 'close' end
  ) then
    raise exception 'the gate changes by an approved override only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_publication_gate before insert on publication_gate for each row execute function guard_publication_gate();
alter table publication_gate enable always trigger guard_publication_gate;

-- Emergency actions (docs/domain/overrides-and-emergency-actions.md 17). An action ends at expires_at or when it is lifted; no other row records its end.
create type emergency_kind as enum ('suspend_provider_listing', 'withhold_claim', 'freeze_case', 'revoke_sessions');
create table emergency_action (
  id uuid primary key,
  kind emergency_kind not null,
  -- A provider, a claim, a case or an account.
  target_id uuid not null,
  -- The target belongs to it; null for an account.
  provider_id uuid,
  reason text not null check (char_length(reason) between 10 and 500),
  acted_by uuid not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  review_due_at timestamptz not null,
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text check (char_length(lift_reason) between 10 and 500),
  unique (id, acted_by),
  constraint emergency_action_lasts_72_hours check (expires_at > started_at and expires_at <= started_at + interval '72 hours'),
  check ((kind = 'revoke_sessions') = (provider_id is null)),
  check (num_nulls(lifted_by, lifted_at, lift_reason) in (0, 3)),
  check (lifted_at >= started_at and lifted_at < expires_at)
);
create index emergency_action_newest on emergency_action (started_at desc, id desc);
create index emergency_action_of_target on emergency_action (target_id, expires_at);
grant select, insert, update (lifted_by, lifted_at, lift_reason) on emergency_action to service_app;

create function guard_emergency_action() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.lifted_at is not null then
      raise exception 'an emergency action begins in force' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.lifted_at is not null then
    raise exception 'an emergency action is lifted once' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - array['lifted_by', 'lifted_at', 'lift_reason'] <> to_jsonb(old) - array['lifted_by', 'lifted_at', 'lift_reason'] then
    raise exception 'the facts of an emergency action are immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_emergency_action before insert or update on emergency_action
  for each row execute function guard_emergency_action();
alter table emergency_action enable always trigger guard_emergency_action;

create trigger refuse_row_delete before delete on emergency_action for each row execute function refuse_change();
alter table emergency_action enable always trigger refuse_row_delete;

create trigger refuse_truncate before truncate on emergency_action for each statement execute function refuse_change();
alter table emergency_action enable always trigger refuse_truncate;

create type emergency_outcome as enum ('justified', 'not_justified');
-- The review after the action, by another operator (promise Z3).
create table emergency_review (
  action_id uuid primary key,
  -- The foreign key ties it to the action, so the check below always compares the right person.
  acted_by uuid not null,
  reviewer_id uuid not null,
  outcome emergency_outcome not null,
  reason text not null check (char_length(reason) between 10 and 500),
  reviewed_at timestamptz not null,
  foreign key (action_id, acted_by) references emergency_action (id, acted_by),
  constraint emergency_review_not_by_actor check (reviewer_id <> acted_by)
);
call make_immutable('emergency_review');
grant select, insert on emergency_review to service_app;

-- The person whose sessions an action revoked does not review it either.
create function guard_emergency_review() returns trigger language plpgsql as $$
declare
  action emergency_action;
begin
  select * into action from emergency_action where id = new.action_id for update;
  if coalesce(action.lifted_at, action.expires_at) > new.reviewed_at then
    raise exception 'the emergency action is in force' using errcode = 'restrict_violation', constraint = 'emergency_review_after_end';
  end if;
  if action.target_id = new.reviewer_id or represents_since(new.reviewer_id, action.provider_id, action.started_at) then
    raise exception 'the emergency action concerns the reviewer'
      using errcode = 'restrict_violation', constraint = 'emergency_review_not_by_concerned';
  end if;
  return new;
end $$;
create trigger guard_emergency_review before insert on emergency_review
  for each row execute function guard_emergency_review();
alter table emergency_review enable always trigger guard_emergency_review;
