-- A later decision sets aside or supersedes an earlier one, which stays as it was recorded (ADR 0061).
-- checked against release 1: verification is stopped for claim-changes of the same release.

create type decision_relation as enum ('sets_aside', 'supersedes');

alter table decision
  drop constraint decision_case_id_key,
  add column earlier_id uuid,
  add column earlier_decider_id uuid,
  add column relation decision_relation,
  -- Exclusive. Null for decisions that cannot be appealed, and for those of before.
  add column appeal_ends_at timestamptz check (appeal_ends_at > decided_at),
  add constraint decision_of_decider unique (id, decider_id),
  add constraint earlier_decision foreign key (earlier_id, earlier_decider_id) references decision (id, decider_id),
  add constraint one_later_decision unique (earlier_id),
  add constraint earlier_decision_is_named check (num_nonnulls(earlier_id, earlier_decider_id, relation) in (0, 3)),
  add constraint appeal_is_decided_by_another check (relation is distinct from 'sets_aside' or decider_id <> earlier_decider_id);
create unique index one_decision_of_review on decision (case_id) where relation is distinct from 'sets_aside';

create function decision_in_force(of_provider uuid, of_category text) returns uuid language sql stable as $$
  select d.id from decision d join verification_case c on c.id = d.case_id
  where c.provider_id = of_provider and c.category_key = of_category
    and not exists (select from decision later where later.earlier_id = d.id)
  order by d.decided_at desc, d.id desc limit 1;
$$;

create or replace function guard_decision() returns trigger language plpgsql as $$
declare
  of_case verification_case;
begin
  if new.relation = 'sets_aside' then
    raise exception 'only an appeal sets a decision aside' using errcode = 'restrict_violation';
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
  new.recorded_in := pg_current_xact_id();
  return new;
end $$;

-- Claims that a decision of kind `review` does not confirm: suspended by it, revoked when it can no longer be appealed.
create table claim_revocation (
  decision_id uuid not null references decision,
  claim_id uuid not null references claim,
  primary key (decision_id, claim_id)
);
create index revocation_of_claim on claim_revocation (claim_id);
call make_immutable('claim_revocation');

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

insert into claim_change_reason values
  ('suspended', 'not_confirmed_by_review'),
  ('revoked', 'not_confirmed_by_review'),
  ('superseded', 'decision_set_aside');

create or replace function guard_claim_change() returns trigger language plpgsql as $$
begin
  perform from claim where id = new.claim_id and state = new.from_state for update;
  if not found then
    raise exception 'the claim is not in the state %', new.from_state using errcode = 'restrict_violation';
  end if;
  if new.decision_id is not null and not exists (
    select from claim c
      join decision d on d.id = new.decision_id and d.recorded_in = pg_current_xact_id()
      join verification_case k on k.id = d.case_id and k.provider_id = c.provider_id and k.category_key = c.category_key
    where c.id = new.claim_id
  ) and not exists (
    select from claim_revocation
    where claim_id = new.claim_id and decision_id = new.decision_id and new.reason = 'not_confirmed_by_review'
  ) then
    raise exception 'a claim is changed by a decision of its own transaction and provider' using errcode = 'restrict_violation';
  end if;
  new.recorded_in := pg_current_xact_id();
  return new;
end $$;

grant select, insert on claim_revocation to service_app;
