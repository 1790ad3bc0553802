-- Decisions, and the claims that come from them and from nothing else.

create table decision (
  id uuid primary key,
  case_id uuid not null unique,
  requirement_version_id uuid not null,
  outcome case_outcome not null,
  reason_codes text[] not null check (cardinality(reason_codes) > 0),
  reason text not null check (char_length(reason) between 10 and 500),
  recommendation_id uuid not null,
  recommender_id uuid not null,
  decider_id uuid not null,
  policy_version text not null,
  decided_at timestamptz not null,
  -- The transaction that records it: nothing can be added to a decision later.
  recorded_in xid8 not null default pg_current_xact_id(),
  constraint separation_of_duties check (decider_id <> recommender_id),
  foreign key (case_id, requirement_version_id) references verification_case (id, requirement_version_id),
  foreign key (recommendation_id, case_id, recommender_id) references recommendation (id, case_id, recommender_id),
  unique (id, case_id, requirement_version_id)
);
call make_immutable('decision');

create function guard_decision() returns trigger language plpgsql as $$
begin
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
  new.recorded_in := pg_current_xact_id();
  return new;
end $$;
create trigger guard_decision before insert on decision for each row execute function guard_decision();
alter table decision enable always trigger guard_decision;

create type claim_result as enum ('granted', 'refused');

-- One line for each requirement: what was considered, and what follows.
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
  valid_until timestamptz,
  primary key (decision_id, claim_type),
  unique (decision_id, claim_type, requirement_key, result),
  foreign key (decision_id, case_id, requirement_version_id) references decision (id, case_id, requirement_version_id),
  foreign key (requirement_version_id, requirement_key, claim_type) references requirement (requirement_version_id, key, claim_type),
  foreign key (check_id, case_id, requirement_key, evidence_version_id, check_result)
    references case_check (id, case_id, requirement_key, evidence_version_id, result),
  constraint failed_check_grants_nothing check (result = 'refused' or check_result <> 'failed'),
  check ((valid_until is not null) = (result = 'granted'))
);
call make_immutable('decision_claim');

create function guard_decision_claim() returns trigger language plpgsql as $$
begin
  if not exists (select from decision where id = new.decision_id and recorded_in = pg_current_xact_id()) then
    raise exception 'nothing is added to a decision' using errcode = 'restrict_violation';
  end if;
  if new.result = 'granted' and not exists (
    select from case_requirement r join evidence_version e on e.id = r.evidence_version_id
    where r.case_id = new.case_id and r.requirement_key = new.requirement_key
      and e.id = new.evidence_version_id and e.state = 'available'
      and new.check_id = (
        select c.id from case_check c where c.case_id = r.case_id and c.evidence_version_id = e.id
        order by c.position desc limit 1)
  ) then
    raise exception 'a claim needs available evidence and its last check' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_decision_claim before insert on decision_claim for each row execute function guard_decision_claim();
alter table decision_claim enable always trigger guard_decision_claim;

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
  check ((superseded_by is not null) = (state = 'superseded'))
);
create unique index one_current_claim on claim (provider_id, category_key, claim_type) where state in ('active', 'suspended');
call make_record('claim', 'state', 'superseded_by');

insert into allowed_transition values
  ('claim', 'active', 'suspended'),
  ('claim', 'suspended', 'active'),
  ('claim', 'active', 'revoked'),
  ('claim', 'active', 'superseded'),
  ('claim', 'suspended', 'revoked'),
  ('claim', 'suspended', 'superseded');
call guard_transitions('claim', 'claim');

create function guard_claim() returns trigger language plpgsql as $$
begin
  if new.state <> 'active' or not exists (
    select from decision d
      join verification_case c on c.id = d.case_id
      join decision_claim l on l.decision_id = d.id and l.claim_type = new.claim_type
      join case_check k on k.id = l.check_id
    where d.id = new.decision_id and d.recorded_in = pg_current_xact_id()
      and new.provider_id = c.provider_id and new.category_key = c.category_key
      and new.method = k.method and new.policy_version = d.policy_version
      and new.valid_from = d.decided_at and new.valid_until = l.valid_until
      and new.limitations @> l.limitations and new.limitations @> k.limitations
  ) then
    raise exception 'a claim comes from a decision of its own transaction' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_claim before insert on claim for each row execute function guard_claim();
alter table claim enable always trigger guard_claim;

-- At commit a decision is whole: every requirement has its line, each grant its claim, the outcome fits, the case is decided.
create function check_decision_whole() returns trigger language plpgsql as $$
declare
  granted integer;
begin
  select count(*) into granted from decision_claim where decision_id = new.id and result = 'granted';
  if (granted > 0) <> (new.outcome in ('verified', 'verified_with_limitations'))
    or granted <> (select count(*) from claim where decision_id = new.id)
    or (select count(*) from decision_claim where decision_id = new.id)
      <> (select count(*) from case_requirement where case_id = new.case_id)
    or not exists (select from verification_case where id = new.case_id and outcome = new.outcome)
  then
    raise exception 'the decision is not whole' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger decision_is_whole after insert on decision deferrable initially deferred
  for each row execute function check_decision_whole();
alter table decision enable always trigger decision_is_whole;

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

grant select, insert on decision, decision_claim to service_app;
grant select, insert, update (state, superseded_by) on claim to service_app;
