-- What operators work on, what they approve, and the audit log of the whole platform.

-- Triage: projections of other services' events. Labels that are safe to show; no evidence, no place.
create table provider_label (
  provider_id uuid primary key,
  display_name text not null
);

create table requirement_version (
  id uuid primary key,
  category_key text not null,
  category_label jsonb not null,
  -- By requirement key: its label by language.
  requirement_labels jsonb not null
);

create table triage_case (
  case_id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  requirement_keys text[] not null,
  state text not null check (state in (
    'awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'decided', 'under_appeal', 'closed', 'withdrawn', 'expired'
  )),
  reviewer_id uuid,
  recommender_id uuid,
  opened_at timestamptz not null,
  -- The service-level clock: it runs towards due_at, or is paused with so much working time left.
  sla_stage text check (sla_stage in ('triage', 'review')),
  due_at timestamptz,
  remaining_ms integer check (remaining_ms >= 0),
  check (sla_stage is null or (due_at is null) <> (remaining_ms is null)),
  check (sla_stage is not null or (due_at is null and remaining_ms is null))
);
create index triage_case_open on triage_case (state) where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction');

grant select, insert, update on provider_label, requirement_version, triage_case to service_app;

-- Overrides and their independent approvals (promise Z3).
create table override_request (
  id uuid primary key,
  kind text not null check (kind in ('publication-gate')),
  action text not null check (action in ('open', 'close')),
  reason text not null check (char_length(reason) between 10 and 500),
  requester_id uuid not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  approvals_needed smallint not null default 2 check (approvals_needed >= 2),
  -- Expiry is computed when read, so it is no state of the row.
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  ended_at timestamptz,
  check (expires_at = requested_at + interval '72 hours'),
  check ((state = 'pending') = (ended_at is null)),
  check (ended_at < expires_at),
  unique (id, requester_id)
);
create index override_request_newest on override_request (requested_at desc, id desc);
insert into allowed_transition values ('override', 'pending', 'approved'), ('override', 'pending', 'rejected');
call guard_transitions('override_request', 'override');

create table override_approval (
  id uuid primary key,
  override_id uuid not null,
  -- The requester, copied and tied to the request, so that the check below cannot be given another name.
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
  if to_jsonb(new) - 'state' - 'ended_at' <> to_jsonb(old) - 'state' - 'ended_at' then
    raise exception 'what an override asks for is immutable' using errcode = 'restrict_violation';
  end if;
  select count(*) filter (where decision = 'approve'), count(*) filter (where decision = 'reject')
    into approvals, rejections from override_approval where override_id = new.id;
  if (new.state = 'approved' and (approvals < new.approvals_needed or rejections > 0)) or (new.state = 'rejected' and rejections = 0) then
    raise exception 'the approvals do not carry that outcome' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_override_request before insert or update on override_request for each row execute function guard_override_request();
create trigger refuse_row_delete before delete on override_request for each row execute function refuse_change();
create trigger refuse_truncate before truncate on override_request for each statement execute function refuse_change();
alter table override_request enable always trigger guard_override_request;
alter table override_request enable always trigger refuse_row_delete;
alter table override_request enable always trigger refuse_truncate;

grant select, insert, update (state, ended_at) on override_request to service_app;
grant select, insert on override_approval to service_app;

-- The publication gate: the last row says how it stands. Each change rests on an approved override of its own.
create table publication_gate (
  position bigint generated always as identity primary key,
  state text not null check (state in ('closed', 'open')),
  override_id uuid unique references override_request,
  changed_at timestamptz not null,
  check (override_id is not null or position = 1)
);
insert into publication_gate (state, changed_at) values ('closed', now());
call make_immutable('publication_gate');

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

grant select, insert on publication_gate to service_app;

-- The platform's audit log: one chain (promise P1). The database numbers and hashes; the service only says what happened.
create table audit_entry (
  seq bigint primary key,
  -- Canonical JSON, kept as text: these very bytes are hashed.
  entry text not null,
  -- Whatever is redelivered or republished, however late, is in the chain once.
  event_id uuid not null unique generated always as ((entry::jsonb ->> 'eventId')::uuid) stored,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  entry_hash bytea not null check (octet_length(entry_hash) = 32)
);

create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_entry;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  select * into head from audit_entry order by seq desc limit 1;
  new.seq := coalesce(head.seq, 0) + 1;
  new.previous_hash := coalesce(head.entry_hash, decode(repeat('00', 32), 'hex'));
  new.entry_hash := sha256(new.previous_hash || convert_to(new.entry, 'UTF8'));
  return new;
end $$;
create trigger chain_audit_entry before insert on audit_entry for each row execute function chain_audit_entry();
alter table audit_entry enable always trigger chain_audit_entry;
call make_immutable('audit_entry');

-- Signed statements of how long the chain was and what it ended in. Only the signed text counts; the columns serve the schedule.
create table audit_checkpoint (
  id bigint generated always as identity primary key,
  size bigint not null,
  made_at timestamptz not null,
  jws text not null
);
call make_immutable('audit_checkpoint');

grant select, insert (entry) on audit_entry to service_app;
grant select, insert on audit_checkpoint to service_app;
