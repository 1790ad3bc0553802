-- Who may be assigned, as identity and provider announce it.
create table operator (
  user_id uuid primary key,
  permissions text[] not null,
  changed_at timestamptz not null
);
create table representative (
  assignment_id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  ended_at timestamptz
);
create index representative_person on representative (provider_id, user_id) where ended_at is null;
grant select, insert, update on operator to service_app;
grant select, insert, update (ended_at) on representative to service_app;

-- Field work (contract §4). A work item asks an agent to visit the provider for one requirement of a case.
create type field_work_state as enum
  ('created', 'scheduled', 'in_progress', 'on_hold', 'submitted', 'returned', 'accepted', 'cancelled', 'cannot_complete');

create table field_work_item (
  id uuid primary key,
  case_id uuid not null,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  requirement_key text not null,
  -- The visit that verification asked for. Null for an item of operations' own, whose results stay here.
  field_visit_id uuid unique,
  state field_work_state not null default 'created',
  assignee_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  -- The service-level clock: it runs towards due_at, or is paused with so much working time left.
  due_at timestamptz,
  remaining_ms integer check (remaining_ms >= 0),
  opened_by uuid,
  opened_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  check (opened_by is not null or field_visit_id is not null),
  check (ends_at > starts_at),
  check ((starts_at is null) = (ends_at is null)),
  check (num_nulls(due_at, remaining_ms) = 1),
  check ((state = 'on_hold') = (remaining_ms is not null)),
  check (state in ('created', 'cancelled', 'cannot_complete') or num_nulls(assignee_id, starts_at) = 0),
  check ((state in ('accepted', 'cancelled', 'cannot_complete')) = (ended_at is not null)),
  check ((state in ('cancelled', 'cannot_complete')) = (end_reason is not null))
);
-- Promise M3.
create unique index one_open_work_item on field_work_item (case_id, requirement_key)
  where state not in ('accepted', 'cancelled', 'cannot_complete');
create index field_work_newest on field_work_item (opened_at desc, id desc);
create index field_work_of_agent on field_work_item (assignee_id, opened_at desc, id desc);
insert into allowed_transition values
  ('field_work', 'created', 'scheduled'),
  ('field_work', 'created', 'cancelled'),
  ('field_work', 'created', 'cannot_complete'),
  ('field_work', 'scheduled', 'in_progress'),
  ('field_work', 'scheduled', 'cancelled'),
  ('field_work', 'scheduled', 'cannot_complete'),
  ('field_work', 'in_progress', 'on_hold'),
  ('field_work', 'in_progress', 'submitted'),
  ('field_work', 'in_progress', 'cancelled'),
  ('field_work', 'in_progress', 'cannot_complete'),
  ('field_work', 'on_hold', 'in_progress'),
  ('field_work', 'on_hold', 'submitted'),
  ('field_work', 'on_hold', 'cancelled'),
  ('field_work', 'on_hold', 'cannot_complete'),
  ('field_work', 'submitted', 'accepted'),
  ('field_work', 'submitted', 'returned'),
  ('field_work', 'submitted', 'cancelled'),
  ('field_work', 'submitted', 'cannot_complete'),
  ('field_work', 'returned', 'in_progress'),
  ('field_work', 'returned', 'cancelled'),
  ('field_work', 'returned', 'cannot_complete');
call guard_transitions('field_work_item', 'field_work');
call make_record('field_work_item', 'created', 'accepted cancelled cannot_complete',
  'field_visit_id state assignee_id starts_at ends_at due_at remaining_ms ended_at end_reason');

-- An agent holds the permission and represents no provider that they visit (promise Z3).
create function guard_field_agent() returns trigger language plpgsql as $$
begin
  if new.assignee_id is null or (tg_op = 'UPDATE' and new.assignee_id is not distinct from old.assignee_id) then
    return new;
  end if;
  perform from operator where user_id = new.assignee_id and 'operations.field-work.perform' = any(permissions) for share;
  if not found then
    raise exception 'the assignee does no field work' using errcode = 'restrict_violation', constraint = 'agent_needs_permission';
  end if;
  if exists (
    select from representative where provider_id = new.provider_id and user_id = new.assignee_id and ended_at is null
  ) then
    raise exception 'the assignee represents the provider' using errcode = 'restrict_violation', constraint = 'agent_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_field_agent before insert or update of assignee_id on field_work_item
  for each row execute function guard_field_agent();
alter table field_work_item enable always trigger guard_field_agent;

-- What an agent reports. The client mints the id, so a repeated submission has the same one.
create table field_submission (
  id uuid primary key,
  work_item_id uuid not null references field_work_item,
  agent_id uuid not null,
  is_final boolean not null,
  visited_on date not null,
  summary text not null check (char_length(summary) between 1 and 500),
  observations jsonb not null check (jsonb_typeof(observations) = 'array'),
  exposes_exact_location boolean not null,
  exposes_personal_data boolean not null,
  exposes_document_content boolean not null,
  exposes_other_persons boolean not null,
  reason text not null check (char_length(reason) between 10 and 500),
  received_at timestamptz not null,
  -- The order of arrival: the last final submission of an item is reviewed.
  position bigint generated always as identity,
  unique (id, work_item_id, agent_id)
);
create index submission_of_item on field_submission (work_item_id, position);
call make_immutable('field_submission');

create function guard_field_submission() returns trigger language plpgsql as $$
declare
  item field_work_item;
begin
  select * into item from field_work_item where id = new.work_item_id for update;
  if item.assignee_id is distinct from new.agent_id then
    raise exception 'only the assigned agent submits' using errcode = 'restrict_violation', constraint = 'submission_by_agent';
  end if;
  if not (item.state in ('in_progress', 'on_hold') or (not new.is_final and item.state in ('scheduled', 'returned'))) then
    raise exception 'the work item takes no submission' using errcode = 'restrict_violation', constraint = 'submission_open';
  end if;
  return new;
end $$;
create trigger guard_field_submission before insert on field_submission
  for each row execute function guard_field_submission();
alter table field_submission enable always trigger guard_field_submission;

create type submission_outcome as enum ('accepted', 'returned');
create table field_submission_review (
  submission_id uuid primary key,
  work_item_id uuid not null,
  agent_id uuid not null,
  reviewer_id uuid not null,
  outcome submission_outcome not null,
  reason text not null check (char_length(reason) between 10 and 500),
  reviewed_at timestamptz not null,
  foreign key (submission_id, work_item_id, agent_id) references field_submission (id, work_item_id, agent_id),
  constraint review_not_by_agent check (reviewer_id <> agent_id)
);
create unique index one_accepted_submission on field_submission_review (work_item_id) where outcome = 'accepted';
call make_immutable('field_submission_review');

create function guard_submission_review() returns trigger language plpgsql as $$
declare
  item field_work_item;
  submission field_submission;
begin
  select * into item from field_work_item where id = new.work_item_id for update;
  select * into submission from field_submission where id = new.submission_id;
  if item.state <> 'submitted' or not submission.is_final or exists (
    select from field_submission later
    where later.work_item_id = new.work_item_id and later.is_final and later.position > submission.position
  ) then
    raise exception 'the submission is not the one to review' using errcode = 'restrict_violation', constraint = 'review_open';
  end if;
  if new.outcome = 'accepted' and (submission.exposes_exact_location or submission.exposes_personal_data
    or submission.exposes_document_content or submission.exposes_other_persons) then
    raise exception 'the submission exposes private data' using errcode = 'restrict_violation', constraint = 'accepted_exposes_nothing';
  end if;
  if exists (
    select from representative where provider_id = item.provider_id and user_id = new.reviewer_id and ended_at is null
  ) then
    raise exception 'the reviewer represents the provider' using errcode = 'restrict_violation', constraint = 'review_not_by_agent';
  end if;
  return new;
end $$;
create trigger guard_submission_review before insert on field_submission_review
  for each row execute function guard_submission_review();
alter table field_submission_review enable always trigger guard_submission_review;

-- The state of an item follows what was submitted and reviewed.
create function guard_field_work_outcome() returns trigger language plpgsql as $$
declare
  last_submission uuid;
begin
  if new.state not in ('submitted', 'accepted', 'returned') or new.state = old.state then
    return new;
  end if;
  select id into last_submission from field_submission
    where work_item_id = new.id and is_final order by position desc limit 1;
  if last_submission is null or (new.state = 'submitted') = exists (
    select from field_submission_review where submission_id = last_submission
  ) or (new.state <> 'submitted' and not exists (
    select from field_submission_review where submission_id = last_submission and outcome::text = new.state::text
  )) then
    raise exception 'no submission carries that state' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_field_work_outcome before update of state on field_work_item
  for each row execute function guard_field_work_outcome();
alter table field_work_item enable always trigger guard_field_work_outcome;

grant select, insert, update (field_visit_id, state, assignee_id, starts_at, ends_at, due_at, remaining_ms, ended_at, end_reason)
  on field_work_item to service_app;
grant select, insert on field_submission, field_submission_review to service_app;
