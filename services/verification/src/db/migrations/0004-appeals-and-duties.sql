-- Appeals against decisions, the separation of duties, whose guards also apply to appeals, and the timeline of a provider.

-- Appeals (docs/domain/appeal.md 1).

-- The end of the period in which a decision can be appealed, as known at a time. A freeze of the case pauses the period (docs/domain/appeal.md 3). It
-- counts for as long as it has lasted, so the end never moves to an earlier time.
create function appeal_end(judged decision, at timestamptz) returns timestamptz language plpgsql stable as $$
declare
  period_end timestamptz := judged.appeal_ends_at;
  pause emergency_action;
begin
  for pause in
    select * from emergency_action e
    where e.kind = 'freeze_case' and e.target_id = judged.case_id and e.ends_at > judged.decided_at and e.started_at < at
    order by e.started_at
  loop
    if pause.started_at < period_end then
      period_end := period_end + (least(pause.ends_at, at) - greatest(pause.started_at, judged.decided_at));
    end if;
  end loop;
  return period_end;
end $$;

create type appeal_state as enum ('submitted', 'in_review', 'upheld', 'overturned', 'partly_overturned',
  'inadmissible', 'withdrawn');
create table appeal (
  id uuid primary key,
  case_id uuid not null references verification_case,
  -- One appeal for each decision (docs/domain/appeal.md 1).
  decision_id uuid not null unique,
  appealed_decider_id uuid not null,
  state appeal_state not null default 'submitted',
  grounds text[] not null check (cardinality(grounds) > 0),
  statement text not null check (char_length(statement) between 20 and 4000),
  -- A case of kind `review`, only for new evidence. It has no duties of its own.
  evidence_case_id uuid unique references verification_case,
  evidence_due_at timestamptz,
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  foreign key (decision_id, appealed_decider_id) references decision (id, decider_id),
  constraint appealed_decider unique (id, appealed_decider_id),
  check ((evidence_case_id is null) = (evidence_due_at is null))
);
create index appeal_of_case on appeal (case_id, submitted_at);
alter table claim_change add constraint change_has_its_appeal foreign key (appeal_id) references appeal;
call make_record('appeal', 'state');
-- These repeat transitions.ts of appeals.
insert into allowed_transition values
  ('appeal', 'submitted', 'in_review'), ('appeal', 'submitted', 'withdrawn'),
  ('appeal', 'in_review', 'upheld'), ('appeal', 'in_review', 'overturned'), ('appeal', 'in_review', 'partly_overturned'),
  ('appeal', 'in_review', 'inadmissible'), ('appeal', 'in_review', 'withdrawn');
call guard_transitions('appeal', 'appeal');
grant select, insert, update (state) on appeal to service_app;

create function guard_appeal() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id and state = 'decided' for update;
  if not found or new.state <> 'submitted' then
    raise exception 'an appeal is submitted against a decided case' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from decision d
    where d.id = new.decision_id and d.case_id = new.case_id and new.submitted_at < appeal_end(d, new.submitted_at) and not is_replaced(d)
  ) then
    raise exception 'only a decision in force can be appealed, in its time' using errcode = 'restrict_violation';
  end if;
  if new.evidence_case_id is not null and not exists (
    select from verification_case
    where id = new.evidence_case_id and for_appeal and reviewed_case_id = new.case_id and state = 'awaiting_evidence'
  ) then
    raise exception 'new evidence comes in a review case of the appealed case' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_appeal before insert on appeal for each row execute function guard_appeal();
alter table appeal enable always trigger guard_appeal;

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
grant select, insert on appeal_decision to service_app;

-- At commit, a case, its appeal and the decision of that agree.
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
create constraint trigger case_agrees_with_appeal after update on verification_case deferrable initially deferred
  for each row when (new.state is distinct from old.state) execute function check_appeal('id');
alter table verification_case enable always trigger case_agrees_with_appeal;
create constraint trigger appeal_agrees after insert or update on appeal deferrable initially deferred
  for each row execute function check_appeal('id');
alter table appeal enable always trigger appeal_agrees;
create constraint trigger appeal_decision_agrees after insert on appeal_decision deferrable initially deferred
  for each row execute function check_appeal('appeal_id');
alter table appeal_decision enable always trigger appeal_decision_agrees;

-- At commit, a case that is under appeal or closed has an appeal, and its outcome changes only by the decision of the appeal.
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

-- Nothing extends the period of an appeal's documents (docs/domain/appeal.md 6).
create function guard_evidence_deadline() returns trigger language plpgsql as $$
begin
  if exists (select from appeal where evidence_case_id = new.id and evidence_due_at < new.correction_due_at) then
    raise exception 'a new document is awaited until the deadline of its appeal' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_evidence_deadline before update on verification_case
  for each row when (new.correction_due_at is distinct from old.correction_due_at) execute function guard_evidence_deadline();
alter table verification_case enable always trigger guard_evidence_deadline;

-- Separation of duties (promise Z3). It holds for everybody, whatever the code does.

create procedure refuse_duty(because text) language plpgsql as $$
begin
  raise exception 'separation of duties: %', because
    using errcode = 'restrict_violation', constraint = 'separation_of_duties';
end $$;

-- The lock waits for a change of the person's permissions. Callers lock the operator before the case.
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

-- True if the person uploaded evidence of the case, or represented its provider, or another one of its people, since 12 months before it
-- was opened: a former manager may have prepared the documents (docs/domain/review-and-duties.md 4).
create function stands_with_provider(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return exists (
      select from case_evidence c join evidence_version e on e.id = c.evidence_version_id
      where c.case_id = of_case and e.uploaded_by = person)
    or exists (
      select from verification_case c left join claim_subject own on own.provider_id = c.provider_id
        left join claim_subject theirs on theirs.person_id = own.person_id
      where c.id = of_case and (represents_since(person, c.provider_id, c.opened_at) or represents_since(person, theirs.provider_id, c.opened_at)));
end $$;

create function has_reviewed(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return exists (select from case_assignment where case_id = of_case and assignee_id = person and duty = 'review')
    or exists (select from case_check where case_id = of_case and checked_by = person)
    or exists (select from recommendation where case_id = of_case and recommender_id = person);
end $$;

-- Whoever judged a case gets no duty of its review.
create function judged_reviewed_case(person uuid, of_case uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from verification_case c join case_assignment a on a.case_id = c.reviewed_case_id
    where c.id = of_case and a.assignee_id = person and worked_for(a));
end $$;

-- True if the person judged the case before the appeal, or a review of it, or heard the appeal before its recommendation. Checks by the
-- present assignee do not count.
create function judged_before_appeal(person uuid, of_case uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
      select from case_assignment a where a.case_id = of_case and a.assignee_id = person and a.duty <> 'appeal' and worked_for(a))
    or exists (
      select from verification_case r join case_assignment a on a.case_id = r.id
      where r.reviewed_case_id = of_case and a.assignee_id = person and worked_for(a))
    or exists (
      select from appeal_recommendation r join appeal a on a.id = r.appeal_id
      where a.case_id = of_case and person = any (r.heard_by));
end $$;

-- Everything that a person needs to work on an appeal. Callers lock the operator before the case.
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

create function guard_assignment() returns trigger language plpgsql as $$
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
  if judged_reviewed_case(new.assignee_id, new.case_id) then
    call refuse_duty('the assignee has reviewed or decided the reviewed case');
  end if;
  return new;
end $$;
create trigger guard_assignment before insert on case_assignment for each row execute function guard_assignment();
alter table case_assignment enable always trigger guard_assignment;

-- The assignee of an appeal judged nothing before and does not stand with the provider. The evidence case of an appeal has no assignees
-- of its own.
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

create function guard_correction() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'a correction request begins open' using errcode = 'restrict_violation';
  end if;
  call require_permission(new.requested_by, new.duty);
  perform from verification_case
  where id = new.case_id and state = (case new.duty when 'review' then 'in_review' else 'recommended' end)::case_state
  for update;
  if not found or not holds_duty(new.requested_by, new.case_id, new.duty) then
    raise exception 'a correction is requested by the assignee of the duty that the case waits for'
      using errcode = 'restrict_violation';
  end if;
  if stands_with_provider(new.requested_by, new.case_id) then
    call refuse_duty('the requester stands with the provider');
  end if;
  return new;
end $$;
create trigger guard_correction before insert on correction_request for each row execute function guard_correction();
alter table correction_request enable always trigger guard_correction;

-- The argument names the column of the person. A check can also be for an appeal: of the case under appeal, or of its evidence case.
create function guard_review_work() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
  of_appeal appeal;
begin
  if tg_table_name = 'case_check' then
    select a.* into of_appeal from appeal a join verification_case c on c.id = new.case_id
    where a.case_id = c.id and c.state = 'under_appeal' or a.evidence_case_id = c.id and c.state = 'in_review';
    if found then
      call require_appeal_duty(person, of_appeal);
      if exists (select from appeal_recommendation where appeal_id = of_appeal.id) then
        raise exception 'a recommended appeal is decided on the checks that it has' using errcode = 'restrict_violation';
      end if;
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
create trigger guard_review_work before insert on case_check for each row execute function guard_review_work('checked_by');
alter table case_check enable always trigger guard_review_work;
create trigger guard_review_work before insert on recommendation for each row execute function guard_review_work('recommender_id');
alter table recommendation enable always trigger guard_review_work;
create trigger guard_review_work before insert on field_visit for each row execute function guard_review_work('requested_by');
alter table field_visit enable always trigger guard_review_work;

create function guard_decision() returns trigger language plpgsql as $$
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
    if not exists (select from appeal_recommendation where appeal_id = of_appeal.id) then
      raise exception 'a decision is set aside on the recommendation of another operator' using errcode = 'restrict_violation';
    end if;
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
  if new.outcome in ('verified', 'verified_with_limitations') and exists (
    select from recommendation where id = new.recommendation_id and outcome not in ('verified', 'verified_with_limitations')
  ) then
    raise exception 'a decision grants claims if the reviewer recommended it' using errcode = 'restrict_violation';
  end if;
  if new.earlier_id is distinct from last_decision(of_case.provider_id, of_case.category_key) then
    raise exception 'a decision supersedes the last one' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from verification_case c
    where c.provider_id = of_case.provider_id and c.category_key = of_case.category_key and c.state = 'under_appeal'
  ) then
    raise exception 'a decision under appeal cannot be superseded'
      using errcode = 'restrict_violation', constraint = 'appeal_is_pending';
  end if;
  return new;
end $$;
create trigger guard_decision before insert on decision for each row execute function guard_decision();
alter table decision enable always trigger guard_decision;

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

-- The timeline.

create type timeline_type as enum ('case_opened', 'case_in_review', 'case_recommended', 'case_awaiting_correction',
  'case_withdrawn', 'case_expired', 'evidence_submitted', 'evidence_available', 'evidence_rejected',
  'evidence_refused', 'decision_recorded', 'claim_granted', 'claim_refused', 'claim_superseded', 'evidence_withdrawn',
  'evidence_lost', 'claim_suspended', 'claim_restored', 'claim_revoked', 'case_visit_requested',
  'case_visit_scheduled', 'case_visit_accepted', 'case_visit_ended', 'case_correction_requested',
  'case_correction_withdrawn', 'appeal_submitted', 'appeal_in_review', 'appeal_upheld', 'appeal_overturned',
  'appeal_partly_overturned', 'appeal_inadmissible', 'appeal_withdrawn', 'case_closed', 'claim_expired',
  'claim_withheld', 'claim_released', 'case_deadline_extended');

-- The order of entries with the same time. An expiry has the same place before and after it is recorded, so pages neither omit nor
-- repeat it (promise M4).
create function timeline_rank(entry_type timeline_type, entry_position bigint) returns bigint language sql immutable
  return case entry_type when 'case_expired' then 0 else entry_position end;

-- Representatives see this of their verification. No column says who reviewed, why, or where something is stored.
create table timeline_entry (
  id uuid primary key,
  position bigint generated always as identity unique,
  provider_id uuid not null references provider,
  case_id uuid not null references verification_case,
  type timeline_type not null,
  category_key text not null,
  requirement_key text,
  claim_type text,
  status text not null,
  at timestamptz not null,
  -- Why the case refused evidence.
  reason text,
  claim_id uuid references claim
);
create index timeline_in_order on timeline_entry (provider_id, at desc, timeline_rank(type, position) desc, id desc);
call make_immutable('timeline_entry');
grant select, insert on timeline_entry to service_app;
