-- Nobody overturns a decision on appeal alone (docs/domain/appeal.md 14).

-- What the assignee of an appeal recommends to grant: somebody else decides, and grants no more (docs/domain/appeal.md 14).
create table appeal_recommendation (
  appeal_id uuid primary key references appeal,
  outcome appeal_state not null check (outcome in ('overturned', 'partly_overturned')),
  case_outcome case_outcome not null,
  -- One object for each claim type, as in the request: type, result, limitations and validUntil.
  claims jsonb not null check (jsonb_typeof(claims) = 'array'),
  reason_codes text[] not null check (cardinality(reason_codes) > 0),
  reason text not null check (char_length(reason) between 10 and 500),
  recommender_id uuid not null,
  -- Who recommends, and who held the duty before and recorded a check. A trigger sets it; none of them decides.
  heard_by uuid[] not null default '{}',
  audit_entry_id uuid not null unique,
  recommended_at timestamptz not null
);
call make_immutable('appeal_recommendation');
grant select, insert on appeal_recommendation to service_app;

create function guard_appeal_recommendation() returns trigger language plpgsql as $$
declare
  of_appeal appeal;
begin
  select * into of_appeal from appeal where id = new.appeal_id;
  call require_appeal_duty(new.recommender_id, of_appeal);
  new.heard_by := array(
    select distinct a.assignee_id from case_assignment a
    where a.case_id = of_appeal.case_id and a.duty = 'appeal' and worked_for(a) order by 1);
  return new;
end $$;
create trigger guard_appeal_recommendation before insert on appeal_recommendation
  for each row execute function guard_appeal_recommendation();
alter table appeal_recommendation enable always trigger guard_appeal_recommendation;

-- At commit: who decides an appeal grants no more than was recommended, no longer, and with the same limitations; others are of the
-- check or the type.
create function check_within_recommendation() returns trigger language plpgsql as $$
begin
  if exists (
    select from decision_claim l join case_check k on k.id = l.check_id
      join requirement q on q.requirement_version_id = l.requirement_version_id and q.key = l.requirement_key
    where l.decision_id = new.id and l.result = 'granted' and not exists (
      select from appeal a
        join appeal_recommendation r on r.appeal_id = a.id
        cross join jsonb_to_recordset(r.claims) as c (type text, result text, limitations text[], "validUntil" timestamptz)
      where a.decision_id = new.earlier_id and c.type = l.claim_type and c.result = 'granted'
        and l.limitations @> c.limitations and l.limitations <@ (c.limitations || k.limitations || q.claim_limitations)
        and l.valid_until <= coalesce(c."validUntil", l.valid_until))
  ) then
    raise exception 'the decision of an appeal grants what was recommended' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger decision_within_recommendation after insert on decision deferrable initially deferred
  for each row when (new.relation = 'sets_aside') execute function check_within_recommendation();
alter table decision enable always trigger decision_within_recommendation;
