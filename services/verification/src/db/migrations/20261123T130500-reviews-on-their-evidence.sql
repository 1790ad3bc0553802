-- A review begins on the evidence that its case has, and its decision says why it ends claims (ADR 0097).
-- checked against release 2: its replicas record no such recommendation or decision; they revoke with the reason of before.

alter table decision
  add column claim_end_reason text
    constraint known_claim_end_reason check (claim_end_reason in
      ('evidence_not_authentic', 'conditions_not_met', 'granted_in_error', 'safety_concern'));

-- What a case asks for and lacks grants nothing, so it needs no visit and no failed check.
create or replace function guard_recommendation() returns trigger language plpgsql as $$
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

-- At commit a decision is whole. Only a review may have requirements without evidence, and then without a line.
create or replace function check_decision_whole() returns trigger language plpgsql as $$
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
      where r.case_id = new.case_id and (c.kind <> 'review' or r.evidence_version_id is not null)
      except select requirement_key from decision_claim where decision_id = new.id)
    or not exists (select from verification_case where id = new.case_id and outcome = new.outcome)
  then
    raise exception 'the decision is not whole' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

-- A revocation after the time to appeal has the reason of its decision; `not_confirmed_by_review` if that names none.
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
    select from claim_revocation r join decision d on d.id = r.decision_id
    where r.claim_id = new.claim_id and r.decision_id = new.decision_id
      and new.reason in ('not_confirmed_by_review', d.claim_end_reason)
  ) then
    raise exception 'a claim is changed by a decision of its own transaction and provider' using errcode = 'restrict_violation';
  end if;
  new.recorded_in := pg_current_xact_id();
  return new;
end $$;
