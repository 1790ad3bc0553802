-- Duties of a case: review and decide (later appeal), each with its own active assignee, and different people (Z3, Z4, ADR 0035).

create type case_duty as enum ('review', 'decide', 'appeal');

-- The permissions that identity announces. Only who holds a duty's permission can be assigned to it.
create table operator (
  user_id uuid primary key,
  permissions text[] not null,
  changed_at timestamptz not null
);
grant select, insert, update on operator to service_app;

-- Of an assignment only the end is written later.
drop trigger refuse_row_change on case_assignment;
drop trigger refuse_truncate on case_assignment;
drop trigger guard_assignment on case_assignment;
alter table case_assignment
  add column duty case_duty not null default 'review',
  add column ended_at timestamptz check (ended_at >= assigned_at);
alter table case_assignment alter column duty drop default;

with ordered as (
  select id, lead(assigned_at) over (partition by case_id order by assigned_at, id) as next_at from case_assignment
)
update case_assignment a set ended_at = greatest(o.next_at, a.assigned_at) from ordered o where o.id = a.id and o.next_at is not null;
insert into case_assignment (id, case_id, assignee_id, assigned_by, reason, assigned_at, duty)
  select gen_random_uuid(), case_id, decider_id, decider_id, reason, decided_at, 'decide' from decision;

create unique index one_active_assignee on case_assignment (case_id, duty) where ended_at is null;
-- Who ever had one duty of a case never gets another one of it.
alter table case_assignment
  add constraint one_duty_each exclude using gist (case_id with =, assignee_id with =, duty with <>);
call make_record('case_assignment', 'ended_at');

create function guard_assignment_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'an ended assignment cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_assignment_end before update on case_assignment for each row execute function guard_assignment_end();
alter table case_assignment enable always trigger guard_assignment_end;
grant update (ended_at) on case_assignment to service_app;

-- The share lock makes this wait for a change of the person's permissions. Callers lock the operator before the case.
create procedure require_permission(person uuid, duty case_duty) language plpgsql as $$
begin
  perform from operator
  where user_id = person and permissions @> array[case duty
    when 'review' then 'verification.cases.review'
    when 'decide' then 'verification.cases.decide'
    when 'appeal' then 'verification.appeals.review'
  end]
  for share;
  if not found then
    raise exception 'the duty % needs its permission', duty
      using errcode = 'restrict_violation', constraint = 'duty_needs_permission';
  end if;
end $$;

create function holds_duty(person uuid, of_case uuid, of_duty case_duty) returns boolean language plpgsql as $$
begin
  return exists (
    select from case_assignment where case_id = of_case and assignee_id = person and duty = of_duty and ended_at is null);
end $$;

create or replace function has_reviewed(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return exists (select from case_assignment where case_id = of_case and assignee_id = person and duty = 'review')
    or exists (select from case_check where case_id = of_case and checked_by = person)
    or exists (select from recommendation where case_id = of_case and recommender_id = person);
end $$;

create function took_part(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return has_reviewed(person, of_case)
    or exists (select from case_assignment where case_id = of_case and assignee_id = person);
end $$;

create or replace function guard_case() returns trigger language plpgsql as $$
begin
  if old.state in ('closed', 'withdrawn', 'expired') then
    raise exception 'a case that is % cannot change', old.state using errcode = 'restrict_violation';
  end if;
  if old.outcome is not null and (new.state = old.state or to_jsonb(new) - 'state' is distinct from to_jsonb(old) - 'state') then
    raise exception 'a decided case cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function guard_new_case() returns trigger language plpgsql as $$
begin
  if new.state <> 'awaiting_evidence' then
    raise exception 'a case begins by awaiting evidence' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function guard_evidence() returns trigger language plpgsql as $$
begin
  if new.state <> 'refused' then
    perform from verification_case where id = new.case_id for update;
    if took_part(new.uploaded_by, new.case_id) then
      call refuse_duty('the uploader has had a duty of the case');
    end if;
  end if;
  return new;
end $$;

create or replace function guard_assignment() returns trigger language plpgsql as $$
declare
  case_is case_state;
begin
  call require_permission(new.assignee_id, new.duty);
  select state into case_is from verification_case where id = new.case_id for update;
  if new.ended_at is not null or case_is is distinct from (
    case new.duty when 'review' then 'in_review' when 'decide' then 'recommended' when 'appeal' then 'under_appeal' end)::case_state
  then
    raise exception 'a case that is % takes no assignee for the duty %', case_is, new.duty using errcode = 'restrict_violation';
  end if;
  if stands_with_provider(new.assignee_id, new.case_id) or stands_with_provider(new.assigned_by, new.case_id) then
    call refuse_duty('assignee or assigner stands with the provider');
  end if;
  if new.duty <> 'review' and has_reviewed(new.assignee_id, new.case_id) then
    call refuse_duty('the assignee has reviewed the case');
  end if;
  return new;
end $$;
create trigger guard_assignment before insert on case_assignment for each row execute function guard_assignment();
alter table case_assignment enable always trigger guard_assignment;

create or replace function guard_review_work() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
begin
  call require_permission(person, 'review');
  perform from verification_case where id = new.case_id and state = 'in_review' for update;
  if not found or not holds_duty(person, new.case_id, 'review') then
    raise exception 'a case in review is for its assigned reviewer' using errcode = 'restrict_violation';
  end if;
  if stands_with_provider(person, new.case_id) then
    call refuse_duty('the reviewer stands with the provider');
  end if;
  return new;
end $$;

create or replace function guard_decision() returns trigger language plpgsql as $$
begin
  call require_permission(new.decider_id, 'decide');
  perform from verification_case
  where id = new.case_id and state = 'recommended' and recommendation_id = new.recommendation_id for update;
  if not found then
    raise exception 'only a recommended case is decided' using errcode = 'restrict_violation';
  end if;
  if has_reviewed(new.decider_id, new.case_id) then
    call refuse_duty('the decider has reviewed the case');
  end if;
  if stands_with_provider(new.decider_id, new.case_id) then
    call refuse_duty('the decider stands with the provider');
  end if;
  if not holds_duty(new.decider_id, new.case_id, 'decide') then
    raise exception 'a case is decided by the assignee of that duty' using errcode = 'restrict_violation';
  end if;
  new.recorded_in := pg_current_xact_id();
  return new;
end $$;

alter table verification_case drop column reviewer_id;
