-- Operators record these before a decision: their duties, field visits, checks, recommendations and corrections.

-- The duties of a case. Each has one active assignee, and all have different assignees (docs/domain/review-and-duties.md 1, 2).
create type case_duty as enum ('review', 'decide', 'appeal');
create table case_assignment (
  id uuid primary key,
  case_id uuid not null references verification_case,
  assignee_id uuid not null,
  assigned_by uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  assigned_at timestamptz not null,
  duty case_duty not null,
  ended_at timestamptz check (ended_at >= assigned_at),
  -- Whoever had one duty of a case never gets the other. Triggers decide who may hear its appeal.
  constraint one_duty_each exclude using gist (case_id with =, assignee_id with =, duty with <>) where (duty <> 'appeal')
);
create index assignment_of_case on case_assignment (case_id, assignee_id);
create unique index one_active_assignee on case_assignment (case_id, duty) where ended_at is null;
call make_record('case_assignment', 'ended_at');
grant select, insert, update (ended_at) on case_assignment to service_app;

create function guard_assignment_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'an ended assignment cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_assignment_end before update on case_assignment for each row execute function guard_assignment_end();
alter table case_assignment enable always trigger guard_assignment_end;

-- Field visits. Verification requests one from operations, and stores its accepted submission (docs/domain/field-work.md 1).
create type field_visit_state as enum ('requested', 'created', 'scheduled', 'accepted', 'cannot_complete',
  'cancelled');
create table field_visit (
  id uuid primary key,
  case_id uuid not null,
  requirement_version_id uuid not null,
  requirement_key text not null,
  -- The foreign key to the allowed methods needs it.
  method check_method not null default 'field_visit' check (method = 'field_visit'),
  state field_visit_state not null default 'requested',
  work_item_id uuid unique,
  starts_at timestamptz,
  ends_at timestamptz,
  end_reason text,
  requested_by uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  requested_at timestamptz not null,
  ended_at timestamptz,
  foreign key (case_id, requirement_version_id) references verification_case (id, requirement_version_id),
  foreign key (case_id, requirement_key) references case_requirement (case_id, requirement_key),
  constraint visit_method_is_allowed foreign key (requirement_version_id, requirement_key, method) references requirement_method,
  unique (id, case_id, requirement_key),
  check (work_item_id is not null or state in ('requested', 'cancelled')),
  check (ends_at > starts_at),
  check ((starts_at is null) = (ends_at is null)),
  check (starts_at is not null or state <> 'scheduled'),
  constraint ended_visit_has_end check ((ended_at is not null) = (state in ('accepted', 'cannot_complete', 'cancelled'))),
  check ((end_reason is not null) = (state in ('cannot_complete', 'cancelled')))
);
-- Promise M3.
create unique index one_open_visit on field_visit (case_id, requirement_key)
  where state in ('requested', 'created', 'scheduled');
create index visit_of_case on field_visit (case_id, requested_at);
call make_record('field_visit', 'state', 'work_item_id', 'starts_at', 'ends_at', 'end_reason', 'ended_at');
-- These repeat transitions.ts of field visits.
insert into allowed_transition values
  ('field_visit', 'requested', 'created'), ('field_visit', 'requested', 'scheduled'), ('field_visit', 'requested', 'accepted'),
  ('field_visit', 'requested', 'cannot_complete'), ('field_visit', 'requested', 'cancelled'),
  ('field_visit', 'created', 'scheduled'), ('field_visit', 'created', 'accepted'),
  ('field_visit', 'created', 'cannot_complete'), ('field_visit', 'created', 'cancelled'),
  ('field_visit', 'scheduled', 'accepted'), ('field_visit', 'scheduled', 'cannot_complete'),
  ('field_visit', 'scheduled', 'cancelled');
call guard_transitions('field_visit', 'field_visit');
grant select, insert, update (state, work_item_id, starts_at, ends_at, end_reason, ended_at) on field_visit to service_app;

create function guard_field_visit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.state <> 'requested' then
    raise exception 'a field visit begins by a request' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and old.ended_at is not null then
    raise exception 'an ended field visit cannot change' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and old.work_item_id is not null and new.work_item_id is distinct from old.work_item_id then
    raise exception 'a field visit keeps its work item' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_field_visit before insert or update on field_visit for each row execute function guard_field_visit();
alter table field_visit enable always trigger guard_field_visit;

-- At commit, a visit is accepted if and only if it has a submission.
create function check_field_visit() returns trigger language plpgsql as $$
begin
  if exists (
    select from field_visit v
    where v.id = (to_jsonb(new) ->> tg_argv[0])::uuid
      and (v.state = 'accepted') <> exists (select from field_submission s where s.field_visit_id = v.id)
  ) then
    raise exception 'an accepted field visit has its submission' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger visit_has_submission after update on field_visit deferrable initially deferred
  for each row execute function check_field_visit('id');
alter table field_visit enable always trigger visit_has_submission;

-- Accepted submissions of field visits, from operations.
create table field_submission (
  id uuid primary key,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  accepted_at timestamptz not null,
  field_visit_id uuid not null unique,
  observations jsonb not null check (jsonb_typeof(observations) = 'array'),
  public_summary text not null check (char_length(public_summary) between 1 and 500),
  visited_on date not null,
  foreign key (case_id, requirement_key) references case_requirement (case_id, requirement_key),
  unique (id, case_id, requirement_key),
  foreign key (field_visit_id, case_id, requirement_key) references field_visit (id, case_id, requirement_key)
);
call make_immutable('field_submission');
grant select, insert on field_submission to service_app;

create function guard_field_submission() returns trigger language plpgsql as $$
begin
  perform from field_visit where id = new.field_visit_id and ended_at is null for update;
  if not found then
    raise exception 'an ended field visit takes no submission' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_field_submission before insert on field_submission
  for each row execute function guard_field_submission();
alter table field_submission enable always trigger guard_field_submission;

create constraint trigger submission_ends_visit after insert on field_submission deferrable initially deferred
  for each row execute function check_field_visit('field_visit_id');
alter table field_submission enable always trigger submission_ends_visit;

-- At commit, a case that has ended has no open visit.
create function check_no_open_visit() returns trigger language plpgsql as $$
begin
  if exists (select from field_visit where case_id = new.id and ended_at is null) then
    raise exception 'a case that is % has no open field visit', new.state using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger ended_case_has_no_visit after update on verification_case deferrable initially deferred
  for each row when (new.state in ('decided', 'withdrawn', 'expired') and old.state <> new.state)
  execute function check_no_open_visit();
alter table verification_case enable always trigger ended_case_has_no_visit;

create type check_result as enum ('clear', 'consider', 'failed');
create table case_check (
  id uuid primary key,
  -- The last check of an evidence version counts.
  position bigint generated always as identity unique,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  evidence_version_id uuid not null,
  method check_method not null,
  result check_result not null,
  observations text,
  limitations text[] not null,
  reason text not null check (char_length(reason) between 10 and 500),
  checked_by uuid not null,
  checked_at timestamptz not null,
  requirement_version_id uuid,
  field_submission_id uuid,
  unique (id, case_id, requirement_key, evidence_version_id, result),
  constraint method_is_allowed foreign key (requirement_version_id, requirement_key, method) references requirement_method,
  foreign key (case_id, requirement_version_id) references verification_case (id, requirement_version_id),
  foreign key (field_submission_id, case_id, requirement_key) references field_submission (id, case_id, requirement_key),
  constraint method_is_of_a_version check (requirement_version_id is not null),
  -- A place that nobody can enter has none: a failed check of it grants nothing.
  constraint field_visit_has_submission check (
    case when field_submission_id is not null then method = 'field_visit' else method <> 'field_visit' or result = 'failed' end),
  constraint check_has_evidence
    foreign key (evidence_version_id, case_id, requirement_key) references case_evidence (evidence_version_id, case_id, requirement_key)
);
create index check_of_evidence on case_check (case_id, evidence_version_id, position desc);
call make_immutable('case_check');
grant select, insert on case_check to service_app;

create table recommendation (
  id uuid primary key,
  case_id uuid not null references verification_case,
  outcome case_outcome not null,
  limitations text[] not null,
  reason_codes text[] not null check (cardinality(reason_codes) > 0),
  reason text not null check (char_length(reason) between 10 and 500),
  recommender_id uuid not null,
  recommended_at timestamptz not null,
  unique (id, case_id, recommender_id)
);
create index recommendation_of_case on recommendation (case_id, recommender_id);
alter table verification_case
  add foreign key (recommendation_id, id, recommender_id) references recommendation (id, case_id, recommender_id);
call make_immutable('recommendation');
grant select, insert on recommendation to service_app;

create function is_marked_final(of_case uuid, of_requirement text) returns boolean language plpgsql as $$
begin
  return exists (
    select from correction_item i join correction_request q on q.id = i.correction_request_id
    where i.case_id = of_case and i.requirement_key = of_requirement and i.is_final and q.state <> 'withdrawn');
end $$;

-- A requirement with a field visit needs an accepted submission, and one that is marked final a failed check. A requirement without
-- evidence, or with a failed check, grants nothing, so it needs neither.
create function guard_recommendation() returns trigger language plpgsql as $$
declare
  uncertain record;
begin
  for uncertain in
    select c.requirement_key, r.field_visit and not exists (
        select from field_submission s where s.case_id = c.case_id and s.requirement_key = c.requirement_key) as unvisited,
      is_marked_final(c.case_id, c.requirement_key) as final
    from case_requirement c
    join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = c.requirement_key
    where c.case_id = new.case_id and c.evidence_version_id is not null and (
      select k.result from case_check k
      where k.case_id = c.case_id and k.evidence_version_id = c.evidence_version_id
      order by k.position desc limit 1) is distinct from 'failed'
  loop
    if uncertain.unvisited then
      raise exception 'a requirement with a field visit needs an accepted field submission'
        using errcode = 'restrict_violation', constraint = 'visit_needs_submission';
    end if;
    if uncertain.final then
      raise exception 'a requirement that is marked final has a failed check'
        using errcode = 'restrict_violation', constraint = 'final_needs_failed_check';
    end if;
  end loop;
  return new;
end $$;
create trigger guard_recommendation before insert on recommendation
  for each row execute function guard_recommendation();
alter table recommendation enable always trigger guard_recommendation;

-- Correction requests: an operator marks requirements of a case, and the provider corrects them (docs/domain/review-and-duties.md 20).
create type correction_state as enum ('open', 'fulfilled', 'withdrawn', 'expired', 'cancelled');
create table correction_request (
  id uuid primary key,
  case_id uuid not null references verification_case,
  -- The duty of the operator: a reviewer, or a decider who returns a recommended case.
  duty case_duty not null check (duty in ('review', 'decide')),
  requested_by uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at > requested_at),
  state correction_state not null default 'open',
  ended_at timestamptz,
  unique (id, case_id),
  constraint ended_correction_has_end check ((ended_at is not null) = (state <> 'open'))
);
-- Promise M3.
create unique index one_open_correction on correction_request (case_id) where state = 'open';
create index correction_of_case on correction_request (case_id, requested_at);
call make_record('correction_request', 'state', 'ended_at', 'due_at');
-- These repeat transitions.ts of corrections.
insert into allowed_transition values
  ('correction_request', 'open', 'fulfilled'), ('correction_request', 'open', 'withdrawn'),
  ('correction_request', 'open', 'expired'), ('correction_request', 'open', 'cancelled');
call guard_transitions('correction_request', 'correction_request');
grant select, insert, update (state, ended_at, due_at) on correction_request to service_app;

create function guard_correction_end() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'an ended correction request cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_correction_end before update on correction_request
  for each row execute function guard_correction_end();
alter table correction_request enable always trigger guard_correction_end;

-- At commit, an open request has a requirement to correct, and its case awaits the correction until its deadline.
create function check_correction() returns trigger language plpgsql as $$
begin
  if exists (
    select from correction_request q join verification_case c on c.id = q.case_id
    where q.case_id = (to_jsonb(new) ->> tg_argv[0])::uuid and q.state = 'open' and (
      c.state <> 'awaiting_correction' or c.correction_due_at <> q.due_at
      or not exists (select from correction_item i where i.correction_request_id = q.id and not i.is_final))
  ) then
    raise exception 'a case with an open correction request awaits the correction' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger open_correction_is_awaited after insert on correction_request deferrable initially deferred
  for each row execute function check_correction('case_id');
alter table correction_request enable always trigger open_correction_is_awaited;

-- Only an approved override moves the deadline.
create function guard_extension() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' or new.due_at < old.due_at or not exists (
    select from applied_override
    where target_id = new.case_id and kind = 'deadline-extension' and recorded_in = pg_current_xact_id()
  ) then
    raise exception 'a deadline is extended by an approved override' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_extension before update on correction_request
  for each row when (new.due_at <> old.due_at) execute function guard_extension();
alter table correction_request enable always trigger guard_extension;

create constraint trigger extension_is_of_case after update on correction_request deferrable initially deferred
  for each row when (new.due_at <> old.due_at) execute function check_correction('case_id');
alter table correction_request enable always trigger extension_is_of_case;
create constraint trigger correction_ends_with_case after update on verification_case deferrable initially deferred
  for each row when (old.state = 'awaiting_correction' and new.state <> old.state) execute function check_correction('id');
alter table verification_case enable always trigger correction_ends_with_case;

create table correction_item (
  correction_request_id uuid not null,
  case_id uuid not null,
  requirement_key text not null,
  evidence_version_id uuid not null,
  reason_codes text[] not null check (cardinality(reason_codes) between 1 and 10),
  is_final boolean not null,
  text text not null check (char_length(text) between 1 and 1000),
  primary key (correction_request_id, requirement_key),
  foreign key (correction_request_id, case_id) references correction_request (id, case_id),
  -- These repeat correctionReasons of packages/contracts.
  constraint known_correction_reason check (reason_codes <@ array['consent_missing', 'copy_not_accepted', 'document_expired',
    'document_illegible', 'document_incomplete', 'document_protected', 'name_mismatch', 'wrong_document',
    'document_not_authentic', 'qualification_not_sufficient', 'register_contradicts']),
  constraint final_by_its_reasons check (is_final = (reason_codes && array['document_not_authentic',
    'qualification_not_sufficient', 'register_contradicts'])),
  constraint item_has_evidence
    foreign key (evidence_version_id, case_id, requirement_key) references case_evidence (evidence_version_id, case_id, requirement_key)
);
create index correction_item_of_case on correction_item (case_id, requirement_key);
call make_immutable('correction_item');
grant select, insert on correction_item to service_app;

create function guard_correction_item() returns trigger language plpgsql as $$
begin
  if not exists (select from correction_request where id = new.correction_request_id and state = 'open')
    or exists (select from verification_case where id = new.case_id and state = 'awaiting_correction')
  then
    raise exception 'nothing is added to a correction request' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_correction_item before insert on correction_item
  for each row execute function guard_correction_item();
alter table correction_item enable always trigger guard_correction_item;

-- One reminder for each number of days before a deadline, whichever replica sends it.
create table correction_reminder (
  case_id uuid not null references verification_case,
  due_at timestamptz not null,
  days_before smallint not null,
  sent_at timestamptz not null,
  primary key (case_id, due_at, days_before)
);
call make_immutable('correction_reminder');
grant select, insert on correction_reminder to service_app;
