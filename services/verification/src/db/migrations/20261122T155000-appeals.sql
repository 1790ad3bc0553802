-- Appeals against decisions (ADR 0061).
-- checked against release 1: verification is stopped for claim-changes of the same release.

create type appeal_state as enum ('submitted', 'in_review', 'upheld', 'overturned', 'partly_overturned', 'inadmissible', 'withdrawn');

create table appeal (
  id uuid primary key,
  case_id uuid not null references verification_case,
  -- One appeal for each decision (contract §2).
  decision_id uuid not null unique,
  appealed_decider_id uuid not null,
  state appeal_state not null default 'submitted',
  grounds text[] not null check (cardinality(grounds) > 0),
  statement text not null check (char_length(statement) between 20 and 4000),
  -- A case of kind `review`, for new evidence only; it has no duties of its own.
  evidence_case_id uuid unique references verification_case,
  evidence_due_at timestamptz,
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  foreign key (decision_id, appealed_decider_id) references decision (id, decider_id),
  constraint appealed_decider unique (id, appealed_decider_id),
  check ((evidence_case_id is null) = (evidence_due_at is null))
);
create index appeal_of_case on appeal (case_id, submitted_at);
call make_record('appeal', 'state');

-- The mirror of appeals/transitions.ts.
insert into allowed_transition values
  ('appeal', 'submitted', 'in_review'),
  ('appeal', 'submitted', 'withdrawn'),
  ('appeal', 'in_review', 'upheld'),
  ('appeal', 'in_review', 'overturned'),
  ('appeal', 'in_review', 'partly_overturned'),
  ('appeal', 'in_review', 'inadmissible'),
  ('appeal', 'in_review', 'withdrawn'),
  ('case', 'in_review', 'closed');
call guard_transitions('appeal', 'appeal');

create table appeal_decision (
  appeal_id uuid primary key,
  appealed_decider_id uuid not null,
  outcome appeal_state not null check (outcome in ('upheld', 'overturned', 'partly_overturned', 'inadmissible')),
  -- The decision that sets the appealed one aside.
  decision_id uuid unique references decision deferrable initially deferred,
  decider_id uuid not null,
  reason_codes text[] not null check (cardinality(reason_codes) > 0),
  reason text not null check (char_length(reason) between 10 and 500),
  policy_version text not null,
  audit_entry_id uuid not null unique,
  decided_at timestamptz not null,
  foreign key (appeal_id, appealed_decider_id) references appeal (id, appealed_decider_id),
  constraint separation_of_duties check (decider_id <> appealed_decider_id),
  check ((decision_id is not null) = (outcome in ('overturned', 'partly_overturned')))
);
call make_immutable('appeal_decision');

-- Who judged the case before the appeal. A check of the appeal's own assignee does not count.
create function judged_before_appeal(person uuid, of_case uuid) returns boolean language sql stable as $$
  select exists (select from case_assignment where case_id = of_case and assignee_id = person and duty <> 'appeal')
    or exists (select from recommendation where case_id = of_case and recommender_id = person)
    or exists (select from decision where case_id = of_case and relation is distinct from 'sets_aside' and decider_id = person);
$$;

-- Everything that somebody needs to work on an appeal in review (promise Z3). Callers lock the operator before the case.
create procedure require_appeal_duty(person uuid, of_appeal appeal) language plpgsql as $$
begin
  call require_permission(person, 'appeal');
  perform from verification_case where id = of_appeal.case_id and state = 'under_appeal' for update;
  if not found or of_appeal.state <> 'in_review' then
    raise exception 'the appeal is not in review' using errcode = 'restrict_violation';
  end if;
  if judged_before_appeal(person, of_appeal.case_id) then
    call refuse_duty('the appeal is for somebody who judged nothing before');
  end if;
  if stands_with_provider(person, of_appeal.case_id) or stands_with_provider(person, of_appeal.evidence_case_id) then
    call refuse_duty('the assignee of the appeal stands with the provider');
  end if;
  if not holds_duty(person, of_appeal.case_id, 'appeal') then
    raise exception 'an appeal is for its assignee' using errcode = 'restrict_violation';
  end if;
end $$;

create function guard_appeal() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id and state = 'decided' for update;
  if not found or new.state <> 'submitted' then
    raise exception 'an appeal is submitted against a decided case' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from decision d join verification_case c on c.id = d.case_id
    where d.id = new.decision_id and d.case_id = new.case_id and new.submitted_at < d.appeal_ends_at
      and d.id = decision_in_force(c.provider_id, c.category_key)
  ) then
    raise exception 'only a decision in force can be appealed, in its time' using errcode = 'restrict_violation';
  end if;
  if new.evidence_case_id is not null and not exists (
    select from verification_case
    where id = new.evidence_case_id and kind = 'review' and reviewed_case_id = new.case_id and state = 'awaiting_evidence'
  ) then
    raise exception 'new evidence comes in a review case of the appealed case' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_appeal before insert on appeal for each row execute function guard_appeal();
alter table appeal enable always trigger guard_appeal;

create function guard_appeal_decision() returns trigger language plpgsql as $$
declare
  of_appeal appeal;
begin
  select * into of_appeal from appeal where id = new.appeal_id;
  call require_appeal_duty(new.decider_id, of_appeal);
  return new;
end $$;
create trigger guard_appeal_decision before insert on appeal_decision for each row execute function guard_appeal_decision();
alter table appeal_decision enable always trigger guard_appeal_decision;

-- At commit case, appeal and its decision agree.
create function check_appeal() returns trigger language plpgsql as $$
declare
  named uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if exists (
    select from appeal a
      join verification_case c on c.id = a.case_id
      left join verification_case e on e.id = a.evidence_case_id
      left join appeal_decision r on r.appeal_id = a.id
      left join decision d on d.id = r.decision_id
    where (a.id = named or a.case_id = named or a.evidence_case_id = named) and not (
      case when a.state in ('submitted', 'in_review') then c.state = 'under_appeal' and r.appeal_id is null
      else c.state = 'closed' and coalesce(e.state in ('closed', 'withdrawn', 'expired'), true)
        and coalesce(r.outcome, 'withdrawn') = a.state
        and (r.decision_id is null or d.relation = 'sets_aside' and d.earlier_id = a.decision_id and d.decider_id = r.decider_id)
      end)
  ) then
    raise exception 'case and appeal do not agree' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger appeal_agrees after insert or update on appeal deferrable initially deferred
  for each row execute function check_appeal('id');
create constraint trigger appeal_decision_agrees after insert on appeal_decision deferrable initially deferred
  for each row execute function check_appeal('appeal_id');
create constraint trigger case_agrees_with_appeal after update on verification_case deferrable initially deferred
  for each row when (new.state is distinct from old.state) execute function check_appeal('id');
alter table appeal enable always trigger appeal_agrees;
alter table appeal_decision enable always trigger appeal_decision_agrees;
alter table verification_case enable always trigger case_agrees_with_appeal;

create function check_case_appealed() returns trigger language plpgsql as $$
begin
  if not exists (select from appeal where case_id = new.id or evidence_case_id = new.id and new.state = 'closed') then
    raise exception 'only an appeal makes a case %', new.state using errcode = 'restrict_violation';
  end if;
  if new.outcome <> old.outcome and not exists (
    select from decision where case_id = new.id and relation = 'sets_aside' and outcome = new.outcome
  ) then
    raise exception 'the outcome changes with the decision of an appeal' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger case_has_appeal after update on verification_case deferrable initially deferred
  for each row when (new.state in ('under_appeal', 'closed') and new.state <> old.state) execute function check_case_appealed();
alter table verification_case enable always trigger case_has_appeal;

create or replace function guard_case() returns trigger language plpgsql as $$
declare
  changing text[] := case when old.state = 'under_appeal' then '{state,outcome}' else '{state}' end;
begin
  if old.state in ('closed', 'withdrawn', 'expired') then
    raise exception 'a case that is % cannot change', old.state using errcode = 'restrict_violation';
  end if;
  if old.outcome is not null and (new.state = old.state or to_jsonb(new) - changing is distinct from to_jsonb(old) - changing) then
    raise exception 'a decided case cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A case of new evidence is closed without a recommendation.
alter table verification_case drop constraint recommended_by_somebody;
alter table verification_case add constraint recommended_by_somebody check (
  (recommendation_id is null) = (recommender_id is null)
  and case
    when state in ('awaiting_evidence', 'in_review', 'awaiting_correction') then recommendation_id is null
    when state in ('recommended', 'decided', 'under_appeal') then recommendation_id is not null
    when state = 'closed' then recommendation_id is not null or kind = 'review'
    else true
  end
);

-- Assignments: an appeal is pending, and its evidence case has no assignees of its own.
create function guard_appeal_assignment() returns trigger language plpgsql as $$
begin
  if exists (select from appeal where evidence_case_id = new.case_id) then
    raise exception 'the assignee of the appeal works on its evidence' using errcode = 'restrict_violation';
  end if;
  if new.duty = 'appeal' and judged_before_appeal(new.assignee_id, new.case_id) then
    call refuse_duty('the assignee has judged the case');
  end if;
  if new.duty = 'appeal' and exists (
    select from appeal a where a.case_id = new.case_id and a.evidence_case_id is not null and (
      stands_with_provider(new.assignee_id, a.evidence_case_id) or stands_with_provider(new.assigned_by, a.evidence_case_id))
  ) then
    call refuse_duty('assignee or assigner stands with the provider');
  end if;
  return new;
end $$;
create trigger guard_appeal_assignment before insert on case_assignment
  for each row execute function guard_appeal_assignment();
alter table case_assignment enable always trigger guard_appeal_assignment;

create function guard_reviewed_evidence() returns trigger language plpgsql as $$
begin
  if new.state <> 'refused' and exists (
    select from verification_case c
    where c.id = new.case_id and c.reviewed_case_id is not null and took_part(new.uploaded_by, c.reviewed_case_id)
  ) then
    call refuse_duty('the uploader has had a duty of the reviewed case');
  end if;
  return new;
end $$;
create trigger guard_reviewed_evidence before insert on evidence_version
  for each row execute function guard_reviewed_evidence();
alter table evidence_version enable always trigger guard_reviewed_evidence;

-- Checks of an appeal: of the case under appeal, or of its evidence case in review.
create or replace function guard_review_work() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
  of_appeal appeal;
begin
  if tg_table_name = 'case_check' then
    select a.* into of_appeal from appeal a join verification_case c on c.id = new.case_id
    where a.case_id = c.id and c.state = 'under_appeal' or a.evidence_case_id = c.id and c.state = 'in_review';
    if found then
      call require_appeal_duty(person, of_appeal);
      return new;
    end if;
  end if;
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

-- A line of an appeal's decision may rest on evidence of its evidence case.
alter table decision_claim add column evidence_case_id uuid;
alter table decision_claim add column checked_case_id uuid generated always as (coalesce(evidence_case_id, case_id)) stored;
alter table decision_claim drop constraint decision_claim_check_id_case_id_requirement_key_evidence_v_fkey;
alter table decision_claim add constraint line_has_check
  foreign key (check_id, checked_case_id, requirement_key, evidence_version_id, check_result)
  references case_check (id, case_id, requirement_key, evidence_version_id, result);

create or replace function guard_decision_claim() returns trigger language plpgsql as $$
begin
  if not exists (select from decision where id = new.decision_id and recorded_in = pg_current_xact_id()) then
    raise exception 'nothing is added to a decision' using errcode = 'restrict_violation';
  end if;
  if new.evidence_case_id is not null and not exists (
    select from decision d join appeal a on a.decision_id = d.earlier_id
    where d.id = new.decision_id and d.relation = 'sets_aside' and a.evidence_case_id = new.evidence_case_id
  ) then
    raise exception 'the evidence is of another case' using errcode = 'restrict_violation';
  end if;
  if new.result = 'granted' and not exists (
    select from case_requirement r join evidence_version e on e.id = r.evidence_version_id
    where r.case_id = coalesce(new.evidence_case_id, new.case_id) and r.requirement_key = new.requirement_key
      and e.id = new.evidence_version_id and e.state = 'available'
      and new.check_id = (
        select c.id from case_check c where c.case_id = r.case_id and c.evidence_version_id = e.id
        order by c.position desc limit 1)
  ) then
    raise exception 'a claim needs available evidence and its last check' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- An appeal makes nothing worse for the provider; a new review can.
create function check_appeal_takes_nothing() returns trigger language plpgsql as $$
begin
  if exists (
    select from decision_claim earlier
    where earlier.decision_id = new.earlier_id and earlier.result = 'granted' and not exists (
      select from decision_claim l
      where l.decision_id = new.id and l.claim_type = earlier.claim_type and l.result = 'granted')
  ) then
    raise exception 'an appeal takes no granted claim away' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger appeal_takes_nothing after insert on decision deferrable initially deferred
  for each row when (new.relation = 'sets_aside') execute function check_appeal_takes_nothing();
alter table decision enable always trigger appeal_takes_nothing;

create or replace function guard_decision() returns trigger language plpgsql as $$
declare
  of_case verification_case;
  of_appeal appeal;
begin
  new.recorded_in := pg_current_xact_id();
  if new.relation = 'sets_aside' then
    select a.* into of_appeal from appeal a join decision d on d.id = a.decision_id
    where a.case_id = new.case_id and a.decision_id = new.earlier_id and d.recommendation_id = new.recommendation_id;
    if not found then
      raise exception 'only an appeal sets a decision aside' using errcode = 'restrict_violation';
    end if;
    call require_appeal_duty(new.decider_id, of_appeal);
    return new;
  end if;
  call require_permission(new.decider_id, 'decide');
  select * into of_case from verification_case
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
  if new.earlier_id is distinct from decision_in_force(of_case.provider_id, of_case.category_key) then
    raise exception 'a decision supersedes the decision in force' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from decision d join verification_case c on c.id = d.case_id
    where d.id = new.earlier_id and c.state = 'under_appeal'
  ) then
    raise exception 'a decision under appeal cannot be superseded'
      using errcode = 'restrict_violation', constraint = 'appeal_is_pending';
  end if;
  return new;
end $$;

alter type timeline_type add value 'appeal_submitted';
alter type timeline_type add value 'appeal_in_review';
alter type timeline_type add value 'appeal_upheld';
alter type timeline_type add value 'appeal_overturned';
alter type timeline_type add value 'appeal_partly_overturned';
alter type timeline_type add value 'appeal_inadmissible';
alter type timeline_type add value 'appeal_withdrawn';
alter type timeline_type add value 'case_closed';

grant select, insert, update (state) on appeal to service_app;
grant select, insert on appeal_decision to service_app;
