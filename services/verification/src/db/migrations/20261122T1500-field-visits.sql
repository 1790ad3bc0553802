-- Field visits: verification asks operations for one and stores its accepted submission (ADR 0060).
-- checked against release 1: they record no field submission; recommending a case that lacks its field visit fails.

create type field_visit_state as enum ('requested', 'created', 'scheduled', 'accepted', 'cannot_complete', 'cancelled');

create table field_visit (
  id uuid primary key,
  case_id uuid not null,
  requirement_version_id uuid not null,
  requirement_key text not null,
  -- Only so that the foreign key can name the allowed method.
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

-- The mirror of field-visits/transitions.ts.
insert into allowed_transition values
  ('field_visit', 'requested', 'created'),
  ('field_visit', 'requested', 'scheduled'),
  ('field_visit', 'requested', 'accepted'),
  ('field_visit', 'requested', 'cannot_complete'),
  ('field_visit', 'requested', 'cancelled'),
  ('field_visit', 'created', 'scheduled'),
  ('field_visit', 'created', 'accepted'),
  ('field_visit', 'created', 'cannot_complete'),
  ('field_visit', 'created', 'cancelled'),
  ('field_visit', 'scheduled', 'accepted'),
  ('field_visit', 'scheduled', 'cannot_complete'),
  ('field_visit', 'scheduled', 'cancelled');
call guard_transitions('field_visit', 'field_visit');

create trigger guard_review_work before insert on field_visit for each row execute function guard_review_work('requested_by');
alter table field_visit enable always trigger guard_review_work;

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

-- Nothing has written submissions before, so the new columns need no default.
alter table field_submission
  add column field_visit_id uuid not null unique,
  add column observations jsonb not null check (jsonb_typeof(observations) = 'array'),
  add column public_summary text not null check (char_length(public_summary) between 1 and 500),
  add column visited_on date not null,
  add foreign key (field_visit_id, case_id, requirement_key) references field_visit (id, case_id, requirement_key);

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

-- At commit: a visit is accepted if and only if it has a submission, and no case that has ended has an open visit.
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
create constraint trigger submission_ends_visit after insert on field_submission deferrable initially deferred
  for each row execute function check_field_visit('field_visit_id');
alter table field_visit enable always trigger visit_has_submission;
alter table field_submission enable always trigger submission_ends_visit;

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

-- Promise Z3 aside, a claim that needs a visit needs its submission. A failed check grants nothing, so it needs none.
create function guard_recommendation() returns trigger language plpgsql as $$
begin
  if exists (
    select from case_requirement c
    join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = c.requirement_key
    where c.case_id = new.case_id and r.field_visit
      and not exists (
        select from field_submission s where s.case_id = c.case_id and s.requirement_key = c.requirement_key)
      and (
        select k.result from case_check k
        where k.case_id = c.case_id and k.evidence_version_id = c.evidence_version_id
        order by k.position desc limit 1) is distinct from 'failed'
  ) then
    raise exception 'a requirement with a field visit needs an accepted field submission'
      using errcode = 'restrict_violation', constraint = 'visit_needs_submission';
  end if;
  return new;
end $$;
create trigger guard_recommendation before insert on recommendation
  for each row execute function guard_recommendation();
alter table recommendation enable always trigger guard_recommendation;

alter type timeline_type add value 'case_visit_requested';
alter type timeline_type add value 'case_visit_scheduled';
alter type timeline_type add value 'case_visit_accepted';
alter type timeline_type add value 'case_visit_ended';

grant select, insert, update (state, work_item_id, starts_at, ends_at, end_reason, ended_at) on field_visit to service_app;
grant insert on field_submission to service_app;
