-- Decisions, and the claims that come from them and from nothing else.

-- A later decision sets aside or supersedes an earlier one, which stays as it was recorded (docs/domain/review-and-duties.md 39).
create type decision_relation as enum ('sets_aside', 'supersedes');
create table decision (
  id uuid primary key,
  case_id uuid not null,
  requirement_version_id uuid not null,
  outcome case_outcome not null,
  reason_codes text[] not null check (cardinality(reason_codes) > 0),
  reason text not null check (char_length(reason) between 10 and 500),
  recommendation_id uuid not null,
  recommender_id uuid not null,
  decider_id uuid not null,
  policy_version text not null,
  decided_at timestamptz not null,
  -- The transaction that recorded the decision. Nothing can be added to it later.
  recorded_in xid8 not null default pg_current_xact_id(),
  audit_entry_id uuid unique,
  earlier_id uuid,
  earlier_decider_id uuid,
  relation decision_relation,
  -- Exclusive. Null for a decision that cannot be appealed.
  appeal_ends_at timestamptz check (appeal_ends_at > decided_at),
  -- Why the decision of a review ends claims (docs/domain/review-and-duties.md 42).
  claim_end_reason text
    constraint known_claim_end_reason check (claim_end_reason in
      ('evidence_not_authentic', 'conditions_not_met', 'granted_in_error', 'safety_concern')),
  constraint separation_of_duties check (decider_id <> recommender_id),
  foreign key (case_id, requirement_version_id) references verification_case (id, requirement_version_id),
  foreign key (recommendation_id, case_id, recommender_id) references recommendation (id, case_id, recommender_id),
  unique (id, case_id, requirement_version_id),
  constraint decision_has_audit_entry check (audit_entry_id is not null),
  constraint decision_of_decider unique (id, decider_id),
  constraint earlier_decision foreign key (earlier_id, earlier_decider_id) references decision (id, decider_id),
  constraint one_later_decision unique (earlier_id, relation),
  constraint earlier_decision_is_named check (num_nonnulls(earlier_id, earlier_decider_id, relation) in (0, 3)),
  constraint appeal_is_decided_by_another check (relation is distinct from 'sets_aside' or decider_id <> earlier_decider_id)
);
create unique index one_decision_of_review on decision (case_id) where relation is distinct from 'sets_aside';
-- The page of a case reads its newest decision. The unique index above has no decisions that set another aside.
create index decision_of_case on decision (case_id);
call make_immutable('decision');
grant select, insert on decision to service_app;

-- Whether the decision of a later case of the provider and category, made before `until`, judged such a claim again: it has a line, or left
-- the claim to revoke. A decision of an appeal judges what the one that it sets aside judged, and nothing that was judged in between
-- (docs/domain/appeal.md 4). The body is bound when it runs, because its tables come later.
create function is_judged_later(judged decision, of_type text, until timestamptz default 'infinity') returns boolean
  language plpgsql stable as $$
begin
  return exists (
    select from decision since
      join verification_case own on own.id = since.case_id
      join verification_case other on other.provider_id = own.provider_id and other.category_key = own.category_key
      join decision later on later.case_id = other.id and later.relation is distinct from 'sets_aside'
    where since.id = case when judged.relation = 'sets_aside' then judged.earlier_id else judged.id end
      and (later.decided_at, later.id) > (since.decided_at, since.id) and later.decided_at < until
      and (exists (select from decision_claim l where l.decision_id = later.id and l.claim_type = of_type)
        or exists (
          select from claim_revocation r join claim c on c.id = r.claim_id
          where r.decision_id = later.id and c.claim_type = of_type)));
end $$;

create function is_replaced(judged decision) returns boolean language sql stable as $$
  select not exists (
    select from case_requirement k
      join requirement q on q.requirement_version_id = k.requirement_version_id and q.key = k.requirement_key
    where k.case_id = judged.case_id and not is_judged_later(judged, q.claim_type));
$$;

-- Whether a decision still counts for such a claim: no appeal set it aside, or only one that did not judge the claim, because a later case
-- had judged it before the appeal was decided.
create function is_in_force(judged decision, of_type text) returns boolean language sql stable as $$
  select coalesce((
    select is_judged_later(judged, of_type, appealed.decided_at) from decision appealed
    where appealed.earlier_id = judged.id and appealed.relation = 'sets_aside'), true);
$$;

-- At commit a decision is complete: every requirement has its line, every grant its claim, the outcome fits, and the case has it. Only
-- a review can have requirements without evidence, which then have no line, and an appeal those that it does not judge.
create function check_decision_whole() returns trigger language plpgsql as $$
declare
  granted integer;
begin
  select count(*) into granted from decision_claim where decision_id = new.id and result = 'granted';
  if (granted > 0) <> (new.outcome in ('verified', 'verified_with_limitations'))
    or granted <> (select count(*) from claim where decision_id = new.id)
    or exists (
      select requirement_key from decision_claim where decision_id = new.id
      except select requirement_key from case_requirement where case_id = new.case_id)
    or exists (
      select r.requirement_key from case_requirement r join verification_case c on c.id = r.case_id
        join requirement q on q.requirement_version_id = r.requirement_version_id and q.key = r.requirement_key
      where r.case_id = new.case_id and (c.kind <> 'review' or r.evidence_version_id is not null)
        and is_judged_on_appeal(new, q.claim_type, new.decided_at)
      except select requirement_key from decision_claim where decision_id = new.id)
    or not exists (select from verification_case where id = new.case_id and outcome = new.outcome)
  then
    raise exception 'the decision is not whole' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger decision_is_whole after insert on decision deferrable initially deferred
  for each row execute function check_decision_whole();
alter table decision enable always trigger decision_is_whole;

-- A default for a decision without the end of its period: 31 days contain at least 15 working days. The service computes the exact end
-- from its calendar.
create function default_appeal_end() returns trigger language plpgsql as $$
begin
  if new.appeal_ends_at is null and new.relation is distinct from 'sets_aside' then
    new.appeal_ends_at := new.decided_at + interval '31 days';
  end if;
  return new;
end $$;
create trigger default_appeal_end before insert on decision for each row execute function default_appeal_end();
alter table decision enable always trigger default_appeal_end;

create function check_case_decided() returns trigger language plpgsql as $$
begin
  if not exists (select from decision where case_id = new.id and outcome = new.outcome) then
    raise exception 'a case is decided by a decision' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger case_has_decision after update on verification_case deferrable initially deferred
  for each row when (new.state = 'decided' and old.state <> 'decided') execute function check_case_decided();
alter table verification_case enable always trigger case_has_decision;

-- The one that the next decision follows.
create function last_decision(of_provider uuid, of_category text) returns uuid language sql stable as $$
  select d.id from decision d join verification_case c on c.id = d.case_id
  where c.provider_id = of_provider and c.category_key = of_category
    and not exists (select from decision later where later.earlier_id = d.id)
  order by d.decided_at desc, d.id desc limit 1;
$$;

create type claim_result as enum ('granted', 'refused');
-- One line for each requirement: its evidence and check, and the result.
create table decision_claim (
  decision_id uuid not null,
  case_id uuid not null,
  requirement_version_id uuid not null,
  requirement_key text not null,
  claim_type text not null,
  check_id uuid not null,
  evidence_version_id uuid not null,
  check_result check_result not null,
  result claim_result not null,
  limitations text[] not null,
  reason_codes text[] not null constraint refusal_has_reasons check ((result = 'refused') = (cardinality(reason_codes) > 0)),
  valid_until timestamptz,
  -- A line in the decision of an appeal can be based on evidence of its evidence case.
  evidence_case_id uuid,
  checked_case_id uuid generated always as (coalesce(evidence_case_id, case_id)) stored,
  primary key (decision_id, claim_type),
  unique (decision_id, claim_type, requirement_key, result),
  foreign key (decision_id, case_id, requirement_version_id) references decision (id, case_id, requirement_version_id),
  foreign key (requirement_version_id, requirement_key, claim_type) references requirement (requirement_version_id, key, claim_type),
  constraint failed_check_grants_nothing check (result = 'refused' or check_result <> 'failed'),
  check ((valid_until is not null) = (result = 'granted')),
  constraint line_has_check
    foreign key (check_id, checked_case_id, requirement_key, evidence_version_id, check_result)
    references case_check (id, case_id, requirement_key, evidence_version_id, result)
);
call make_immutable('decision_claim');
grant select, insert on decision_claim to service_app;

-- The last check, in a review, of the document that its current claim rests on: the claim is then not granted on another one.
create function fails_claim_evidence(one case_check) returns boolean language sql stable as $$
  select one.result = 'failed'
    and exists (
      select from case_evidence where evidence_version_id = one.evidence_version_id and case_id = one.case_id and claim_id is not null)
    and not exists (
      select from case_check later
      where later.case_id = one.case_id and later.evidence_version_id = one.evidence_version_id and later.position > one.position);
$$;

create function guard_decision_claim() returns trigger language plpgsql as $$
begin
  if not exists (select from decision where id = new.decision_id and recorded_in = pg_current_xact_id() and new.reason_codes <@ reason_codes) then
    raise exception 'nothing is added to a decision, and a line has reasons of it' using errcode = 'restrict_violation';
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
  if new.result = 'granted' and new.evidence_case_id is null and exists (
    select from case_check k where k.case_id = new.case_id and k.requirement_key = new.requirement_key and fails_claim_evidence(k)
  ) then
    raise exception 'the document of the current claim failed its check' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_decision_claim before insert on decision_claim for each row execute function guard_decision_claim();
alter table decision_claim enable always trigger guard_decision_claim;

create function guard_earlier_end() returns trigger language plpgsql as $$
begin
  if exists (
    select from case_evidence c join claim g on g.id = c.claim_id
    where c.case_id = coalesce(new.evidence_case_id, new.case_id) and c.evidence_version_id = new.evidence_version_id
      and new.valid_until > g.valid_until
  ) then
    raise exception 'evidence of an earlier case makes no claim longer'
      using errcode = 'restrict_violation', constraint = 'earlier_evidence_extends_nothing';
  end if;
  return new;
end $$;
create trigger guard_earlier_end before insert on decision_claim for each row execute function guard_earlier_end();
alter table decision_claim enable always trigger guard_earlier_end;

create type claim_state as enum ('active', 'suspended', 'revoked', 'superseded');
create table claim (
  id uuid primary key,
  decision_id uuid not null,
  result claim_result not null default 'granted' check (result = 'granted'),
  provider_id uuid not null references provider,
  category_key text not null,
  requirement_key text not null,
  claim_type text not null,
  statement jsonb not null,
  method check_method not null,
  source_kind text not null,
  limitations text[] not null check (cardinality(limitations) > 0),
  checked_on date not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  policy_version text not null,
  state claim_state not null default 'active',
  superseded_by uuid references claim deferrable initially deferred,
  unique (decision_id, claim_type),
  foreign key (decision_id, claim_type, requirement_key, result)
    references decision_claim (decision_id, claim_type, requirement_key, result),
  constraint lasts_a_year_at_most check (valid_until > valid_from and valid_until <= valid_from + interval '8760 hours'),
  check ((superseded_by is not null) = (state = 'superseded')),
  constraint limitations_say_something check (array_position(limitations, '') is null)
);
create unique index one_current_claim on claim (provider_id, category_key, claim_type) where state in ('active', 'suspended');
create index claim_of_provider on claim (provider_id, valid_from desc, id desc);
alter table case_evidence add foreign key (claim_id) references claim;
call make_record('claim', 'state', 'superseded_by');
insert into allowed_transition values
  ('claim', 'active', 'suspended'), ('claim', 'active', 'revoked'), ('claim', 'active', 'superseded'),
  ('claim', 'suspended', 'active'), ('claim', 'suspended', 'revoked'), ('claim', 'suspended', 'superseded');
call guard_transitions('claim', 'claim');
grant select, insert, update (state, superseded_by) on claim to service_app;

-- A claim has what its decision, the line of it and the check say, and a method that its requirement version allows.
create function guard_claim() returns trigger language plpgsql as $$
begin
  if new.state <> 'active' or not exists (
    select from decision d
      join verification_case c on c.id = d.case_id
      join decision_claim l on l.decision_id = d.id and l.claim_type = new.claim_type
      join case_check k on k.id = l.check_id
      join requirement_method m on m.requirement_version_id = d.requirement_version_id
        and m.requirement_key = l.requirement_key and m.method = k.method
    where d.id = new.decision_id and d.recorded_in = pg_current_xact_id()
      and new.provider_id = c.provider_id and new.category_key = c.category_key
      and new.method = k.method and new.policy_version = d.policy_version
      and (k.method = 'field_visit') = (k.field_submission_id is not null)
      and new.valid_from = d.decided_at and new.valid_until = l.valid_until
      and new.limitations @> l.limitations and new.limitations @> k.limitations
  ) then
    raise exception 'a claim comes from a decision of its own transaction' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_claim before insert on claim for each row execute function guard_claim();
alter table claim enable always trigger guard_claim;

create function guard_claim_update() returns trigger language plpgsql as $$
begin
  if not exists (
    select from claim_change
    where claim_id = old.id and from_state = old.state and to_state = new.state and recorded_in = pg_current_xact_id()
  ) then
    raise exception 'a claim changes with a recorded change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
-- Named to run after check_transition.
create trigger guard_claim_update before update on claim for each row
  when (new.state is distinct from old.state) execute function guard_claim_update();
alter table claim enable always trigger guard_claim_update;

create function is_renewable(of_case verification_case) returns boolean language sql stable as $$
  select exists (
    select from claim
    where provider_id = of_case.provider_id and category_key = of_case.category_key and state = 'active'
      and valid_until > of_case.opened_at - interval '2160 hours');
$$;

-- Claims that the decision of a review does not confirm. It suspends them, and they are revoked when it can no longer be appealed.
create table claim_revocation (
  decision_id uuid not null references decision,
  claim_id uuid not null references claim,
  primary key (decision_id, claim_id)
);
create index revocation_of_claim on claim_revocation (claim_id);
call make_immutable('claim_revocation');
grant select, insert on claim_revocation to service_app;

create function guard_claim_revocation() returns trigger language plpgsql as $$
begin
  if not exists (
    select from decision d
      join verification_case k on k.id = d.case_id and k.kind = 'review'
      join claim c on c.id = new.claim_id and c.provider_id = k.provider_id and c.category_key = k.category_key
    where d.id = new.decision_id and d.recorded_in = pg_current_xact_id() and c.decision_id <> d.id
      and c.state in ('active', 'suspended')
  ) then
    raise exception 'a revocation comes from the decision of a review' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_claim_revocation before insert on claim_revocation
  for each row execute function guard_claim_revocation();
alter table claim_revocation enable always trigger guard_claim_revocation;

-- The reasons with which a claim can get a state.
create table claim_change_reason (
  to_state claim_state not null,
  reason text not null,
  primary key (to_state, reason)
);
insert into claim_change_reason values
  ('suspended', 'evidence_in_doubt'), ('suspended', 'conditions_changed'), ('suspended', 'safety_concern'),
  ('suspended', 'emergency_action'), ('suspended', 'not_confirmed_by_review'),
  ('active', 'doubt_resolved'), ('active', 'appeal_pending'), ('active', 'decision_overturned'),
  ('active', 'emergency_action_ended'), ('active', 'suspension_lifted'),
  ('revoked', 'evidence_not_authentic'), ('revoked', 'conditions_not_met'), ('revoked', 'granted_in_error'),
  ('revoked', 'safety_concern'), ('revoked', 'not_confirmed_by_review'),
  ('superseded', 'renewed'), ('superseded', 'decision_set_aside');
call make_immutable('claim_change_reason');
grant select on claim_change_reason to service_app;

-- Every suspension, restoration, revocation and supersession of a claim, with its reason and its cause.
create table claim_change (
  id uuid primary key,
  position bigint generated always as identity unique,
  claim_id uuid not null references claim,
  from_state claim_state not null,
  to_state claim_state not null,
  reason text not null,
  decision_id uuid references decision,
  appeal_id uuid,
  emergency_action_id uuid,
  changed_at timestamptz not null,
  recorded_in xid8 not null default pg_current_xact_id(),
  override_id uuid references applied_override,
  foreign key (to_state, reason) references claim_change_reason,
  constraint emergency_action_has_own_reasons
    check ((emergency_action_id is not null) = (reason in ('emergency_action', 'emergency_action_ended'))),
  constraint change_has_one_cause check (num_nonnulls(decision_id, appeal_id, emergency_action_id, override_id) = 1),
  constraint override_has_own_reason check ((override_id is not null) = (reason = 'suspension_lifted'))
);
create index claim_change_of_claim on claim_change (claim_id, position desc);
call make_immutable('claim_change');
grant select, insert on claim_change to service_app;

-- A revocation after the period for appeals has the reason of its decision, or `not_confirmed_by_review` if that has none.
create function guard_claim_change() returns trigger language plpgsql as $$
begin
  perform from claim where id = new.claim_id and state = new.from_state for update;
  if not found then
    raise exception 'the claim is not in the state %', new.from_state using errcode = 'restrict_violation';
  end if;
  if new.decision_id is not null and not exists (
    select from claim c
      join decision d on d.id = new.decision_id and d.recorded_in = pg_current_xact_id()
      join verification_case k on k.id = d.case_id
    where c.id = new.claim_id and (
      k.provider_id = c.provider_id and k.category_key = c.category_key
      -- What is refused doubts the same claim of other categories, and of its person in other providers (docs/domain/claim.md 12).
      or new.to_state = 'suspended' and exists (
        select from decision_claim l join case_check i on i.id = l.check_id
          left join claim_subject s on s.id = c.subject_id
        where l.decision_id = d.id and l.claim_type in (c.claim_type, 'identity_confirmed') and l.result = 'refused'
          and l.check_result = 'failed' and (
            k.provider_id = c.provider_id
            or s.person_id = person_of_document(k.provider_id, i.evidence_version_id, i.subject_id))))
  ) and not exists (
    select from claim_revocation r join decision d on d.id = r.decision_id
    where r.claim_id = new.claim_id and r.decision_id = new.decision_id
      and new.reason in ('not_confirmed_by_review', d.claim_end_reason)
  ) then
    raise exception 'a claim is changed by a decision of its own transaction and provider' using errcode = 'restrict_violation';
  end if;
  if new.reason = 'appeal_pending' and exists (
    select from claim_revocation r join decision d on d.id = r.decision_id
    where r.claim_id = new.claim_id and (
      d.claim_end_reason in ('evidence_not_authentic', 'safety_concern', 'granted_in_error')
      or exists (select from decision_claim l join claim c on c.claim_type = l.claim_type
        where l.decision_id = d.id and c.id = new.claim_id and l.reason_codes @> '{document_not_authentic}'))
  ) then
    raise exception 'an appeal does not restore a claim that ended for this reason' using errcode = 'restrict_violation';
  end if;
  new.recorded_in := pg_current_xact_id();
  return new;
end $$;
create trigger guard_claim_change before insert on claim_change for each row execute function guard_claim_change();
alter table claim_change enable always trigger guard_claim_change;

-- At commit the claim has the state of its last change.
create function check_claim_changed() returns trigger language plpgsql as $$
begin
  if exists (
    select from claim c
    where c.id = new.claim_id
      and c.state <> (select to_state from claim_change where claim_id = c.id order by position desc limit 1)
  ) then
    raise exception 'a recorded change changes its claim' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger claim_is_changed after insert on claim_change deferrable initially deferred
  for each row execute function check_claim_changed();
alter table claim_change enable always trigger claim_is_changed;
