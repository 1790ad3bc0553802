-- The work of operators: items of the queue, escalations, incidents, moderation and field work.

-- A record with states: its facts never change, and it is never deleted (promise M2). The arguments of the guard are the first state,
-- the final states, and the columns that may change.
create function guard_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state::text <> tg_argv[0] then
      raise exception 'a new % is %', tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.state::text = any(string_to_array(tg_argv[1], ' ')) then
    raise exception 'a % that has ended is immutable', tg_table_name using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - string_to_array(tg_argv[2], ' ') <> to_jsonb(old) - string_to_array(tg_argv[2], ' ') then
    raise exception 'the facts of a % are immutable', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create procedure make_record(target regclass, first_state text, final_states text, changing text) language plpgsql as $$
begin
  execute format('create trigger guard_record before insert or update on %s for each row execute function guard_record(%L, %L, %L)',
    target, first_state, final_states, changing);
  execute format('create trigger refuse_row_delete before delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger guard_record', target);
  execute format('alter table %s enable always trigger refuse_row_delete', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;

-- Operators claim items of the queue (docs/domain/work-queue.md 16). Ids are unique over all kinds of subjects.
-- A claim is in force until expires_at; nothing else ends it.
create table triage_claim (
  subject_id uuid primary key,
  subject_type text not null,
  operator_id uuid not null,
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at = claimed_at + interval '15 minutes')
);
create index triage_claim_of_operator on triage_claim (operator_id, expires_at);
create index triage_claim_by_end on triage_claim (expires_at);
grant select, insert, update (operator_id, claimed_at, expires_at), delete on triage_claim to service_app;

create table triage_snooze (
  subject_id uuid primary key,
  subject_type text not null,
  operator_id uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  snoozed_at timestamptz not null,
  snoozed_until timestamptz not null,
  check (snoozed_until > snoozed_at and snoozed_until <= snoozed_at + interval '14 days')
);
create index triage_snooze_by_end on triage_snooze (snoozed_until);
grant select, insert, update (operator_id, reason, snoozed_at, snoozed_until), delete on triage_snooze to service_app;

create table triage_note (
  id uuid primary key,
  subject_id uuid not null,
  subject_type text not null,
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  written_at timestamptz not null
);
create index triage_note_newest on triage_note (subject_id, written_at desc, id desc);
call make_immutable('triage_note');
grant select, insert on triage_note to service_app;

create table saved_view (
  operator_id uuid not null,
  key text not null,
  -- Bounds the number for each operator.
  position smallint not null check (position between 1 and 20),
  name text not null check (char_length(name) between 1 and 60),
  filters jsonb not null,
  saved_at timestamptz not null,
  primary key (operator_id, key),
  constraint saved_view_position unique (operator_id, position)
);
grant select, insert, update (name, filters, saved_at), delete on saved_view to service_app;

-- Escalations and internal incidents.
create type work_state as enum ('open', 'in_progress', 'resolved');
create type work_subject as enum ('verification_case', 'provider', 'override', 'incident', 'field_work_item');
create type escalation_reason as enum ('suspected_fraud', 'evidence_conflict', 'conflict_of_interest',
  'policy_unclear', 'second_opinion', 'safety_concern', 'legal_or_regulator', 'sla_breach', 'technical');
create table escalation (
  id uuid primary key,
  subject_type work_subject not null,
  subject_id uuid not null,
  -- The provider of the subject. Null for an override, and for an incident of the whole platform.
  provider_id uuid,
  case_id uuid,
  reason_code escalation_reason not null,
  reason text not null check (char_length(reason) between 10 and 500),
  state work_state not null default 'open',
  opened_by uuid not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  started_by uuid,
  started_at timestamptz,
  resolved_by uuid,
  resolved_at timestamptz,
  resolution text check (char_length(resolution) between 10 and 500),
  check ((subject_type = 'verification_case') <= (case_id is not null)),
  check ((case_id is not null) <= (provider_id is not null)),
  check (num_nulls(started_by, started_at) = case state when 'open' then 2 else 0 end),
  check (num_nulls(resolved_by, resolved_at, resolution) = case state when 'resolved' then 0 else 3 end)
);
create index escalation_newest on escalation (opened_at desc, id desc);
create index escalation_open_of_case on escalation (case_id) where state <> 'resolved';
create index escalation_open on escalation (due_at, id) where state <> 'resolved';
create index escalation_of_starter on escalation (started_by) where state = 'in_progress';
insert into allowed_transition values
  ('escalation', 'open', 'in_progress'), ('escalation', 'in_progress', 'resolved');
call guard_transitions('escalation', 'escalation');
call make_record('escalation', 'open', 'resolved', 'state started_by started_at resolved_by resolved_at resolution');
grant select, insert, update (state, started_by, started_at, resolved_by, resolved_at, resolution) on escalation to service_app;

-- An operator who represents the provider works on nothing of it (docs/domain/overrides-and-emergency-actions.md 1).
create function guard_work_starter() returns trigger language plpgsql as $$
begin
  if new.started_by is not null and old.started_by is null
    and represents_since(new.started_by, new.provider_id, new.opened_at) then
    raise exception 'the assignee represents the provider'
      using errcode = 'restrict_violation', constraint = 'agent_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_work_starter before update on escalation for each row execute function guard_work_starter();
alter table escalation enable always trigger guard_work_starter;

create type incident_severity as enum ('critical', 'high', 'medium', 'low');
create table incident (
  id uuid primary key,
  severity incident_severity not null,
  title text not null check (char_length(title) between 5 and 120),
  provider_id uuid,
  -- While the incident is not resolved, the provider cannot be published.
  holds_publication boolean not null default false,
  reason text not null check (char_length(reason) between 10 and 500),
  state work_state not null default 'open',
  opened_by uuid not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  started_by uuid,
  started_at timestamptz,
  resolved_by uuid,
  resolved_at timestamptz,
  resolution text check (char_length(resolution) between 10 and 500),
  constraint hold_needs_provider check (provider_id is not null or not holds_publication),
  check (num_nulls(started_by, started_at) = case state when 'open' then 2 else 0 end),
  check (num_nulls(resolved_by, resolved_at, resolution) = case state when 'resolved' then 0 else 3 end)
);
create index incident_newest on incident (opened_at desc, id desc);
create index incident_open on incident (due_at, id) where state <> 'resolved';
create index incident_of_starter on incident (started_by) where state = 'in_progress';
insert into allowed_transition values
  ('incident', 'open', 'in_progress'), ('incident', 'in_progress', 'resolved');
call guard_transitions('incident', 'incident');
call make_record('incident', 'open', 'resolved', 'state started_by started_at resolved_by resolved_at resolution');
grant select, insert, update (state, started_by, started_at, resolved_by, resolved_at, resolution) on incident to service_app;

create trigger guard_work_starter before update on incident for each row execute function guard_work_starter();
alter table incident enable always trigger guard_work_starter;

-- Reviews, responses, disputes, reports and media that wait for a decision, from the services that own them, and the decisions
-- (docs/domain/reviews-and-disputes.md 16, 17).
create table moderation (
  id uuid primary key,
  subject_id uuid not null,
  kind text not null check (kind in ('review', 'review_response', 'dispute', 'report', 'media')),
  round smallint not null,
  is_appeal boolean not null,
  provider_id uuid not null,
  category_key text,
  reason_code text not null,
  involved uuid[] not null,
  requested_at timestamptz not null,
  ready_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'decided', 'withdrawn')),
  outcome text,
  decision_reason text,
  reason text check (char_length(reason) between 10 and 500),
  decided_by uuid,
  decided_at timestamptz,
  unique (subject_id, round),
  check ((state = 'decided') = (decided_by is not null and decided_at is not null and outcome is not null and reason is not null)),
  constraint decider_is_not_involved check (decided_by <> all (involved))
);
create index moderation_open on moderation (kind, due_at, id) where state = 'open';
create index moderation_listed on moderation (kind, requested_at desc, id desc);
insert into allowed_transition values
  ('moderation', 'open', 'decided'), ('moderation', 'open', 'withdrawn');
call guard_transitions('moderation', 'moderation');
-- `involved`: a repeated request can name more persons who cannot decide (docs/domain/reviews-and-disputes.md 20).
grant select, insert, update (ready_at, due_at, state, outcome, decision_reason, reason, decided_by, decided_at,
  involved) on moderation to service_app;

create function guard_moderation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.state <> 'open' then
    raise exception 'a moderation that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  -- Another operator decides the appeal (docs/domain/reviews-and-disputes.md 27).
  if new.is_appeal and new.decided_by is not null and exists (
    select from moderation where subject_id = new.subject_id and round < new.round and decided_by = new.decided_by
  ) then
    raise exception 'an appeal is decided by another operator'
      using errcode = 'check_violation', constraint = 'appeal_has_another_decider';
  end if;
  if new.decided_by is not null and represents_since(new.decided_by, new.provider_id, new.requested_at) then
    raise exception 'an operator cannot decide about a provider they represent'
      using errcode = 'check_violation', constraint = 'decider_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_moderation before update or delete on moderation for each row execute function guard_moderation();
alter table moderation enable always trigger guard_moderation;

create trigger guard_moderations before truncate on moderation for each statement execute function guard_moderation();
alter table moderation enable always trigger guard_moderations;

-- Field work: visits by agents, for verification or of operations' own.
create type field_work_state as enum
  ('created', 'scheduled', 'in_progress', 'on_hold', 'submitted', 'returned', 'accepted', 'cancelled', 'cannot_complete');
create table field_work_item (
  id uuid primary key,
  case_id uuid not null,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  requirement_key text not null,
  -- The visit in the case. Null for an item that an earlier release opened, whose results stay here.
  field_visit_id uuid unique,
  state field_work_state not null default 'created',
  assignee_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  -- The service-level clock: it runs until due_at, or is paused with remaining_ms of working time left.
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
  ('field_work', 'created', 'scheduled'), ('field_work', 'created', 'cancelled'), ('field_work', 'created', 'cannot_complete'),
  ('field_work', 'scheduled', 'in_progress'), ('field_work', 'scheduled', 'cancelled'),
  ('field_work', 'scheduled', 'cannot_complete'),
  ('field_work', 'in_progress', 'on_hold'), ('field_work', 'in_progress', 'submitted'),
  ('field_work', 'in_progress', 'cancelled'), ('field_work', 'in_progress', 'cannot_complete'),
  ('field_work', 'on_hold', 'in_progress'), ('field_work', 'on_hold', 'submitted'), ('field_work', 'on_hold', 'cancelled'),
  ('field_work', 'on_hold', 'cannot_complete'),
  ('field_work', 'submitted', 'accepted'), ('field_work', 'submitted', 'returned'), ('field_work', 'submitted', 'cancelled'),
  ('field_work', 'submitted', 'cannot_complete'),
  ('field_work', 'returned', 'in_progress'), ('field_work', 'returned', 'cancelled'),
  ('field_work', 'returned', 'cannot_complete');
call guard_transitions('field_work_item', 'field_work');
call make_record('field_work_item', 'created', 'accepted cancelled cannot_complete',
  'field_visit_id state assignee_id starts_at ends_at due_at remaining_ms ended_at end_reason');
grant select, insert, update (field_visit_id, state, assignee_id, starts_at, ends_at, due_at, remaining_ms, ended_at,
  end_reason) on field_work_item to service_app;

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
  if represents_since(new.assignee_id, new.provider_id, new.opened_at) then
    raise exception 'the assignee represents the provider' using errcode = 'restrict_violation', constraint = 'agent_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_field_agent before insert or update of assignee_id on field_work_item
  for each row execute function guard_field_agent();
alter table field_work_item enable always trigger guard_field_agent;

-- The state of an item follows from its submissions and their reviews.
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

-- A manager tells the agent of a visit what to do. The last row of an item counts.
create table field_work_instruction (
  work_item_id uuid not null references field_work_item,
  position bigint generated always as identity,
  text text not null check (char_length(text) between 1 and 500),
  given_by uuid not null,
  given_at timestamptz not null,
  primary key (work_item_id, position)
);
call make_immutable('field_work_instruction');
grant select, insert on field_work_instruction to service_app;

-- An agent reports a visit. The client makes the id, so a repeated submission has the same one.
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
  -- The photos that the submission names.
  photo_ids uuid[] not null default '{}' check (cardinality(photo_ids) <= 20),
  unique (id, work_item_id, agent_id)
);
create index submission_of_item on field_submission (work_item_id, position);
call make_immutable('field_submission');
grant select, insert on field_submission to service_app;

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
grant select, insert on field_submission_review to service_app;

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
  if represents_since(new.reviewer_id, item.provider_id, item.opened_at) then
    raise exception 'the reviewer represents the provider' using errcode = 'restrict_violation', constraint = 'review_not_by_agent';
  end if;
  return new;
end $$;
create trigger guard_submission_review before insert on field_submission_review
  for each row execute function guard_submission_review();
alter table field_submission_review enable always trigger guard_submission_review;

-- An accepted submission has all its photos.
create function guard_submission_photos() returns trigger language plpgsql as $$
begin
  if exists (
    select from field_submission submission cross join unnest(submission.photo_ids) named (photo_id)
    left join field_photo photo on photo.work_item_id = submission.work_item_id
      and photo.agent_id = submission.agent_id and photo.photo_id = named.photo_id
    where submission.id = new.submission_id and photo.state is distinct from 'available'
  ) then
    raise exception 'a photo of the submission is not available' using errcode = 'restrict_violation', constraint = 'accepted_has_photos';
  end if;
  return new;
end $$;
create trigger guard_submission_photos before insert on field_submission_review for each row
  when (new.outcome = 'accepted') execute function guard_submission_photos();
alter table field_submission_review enable always trigger guard_submission_photos;
