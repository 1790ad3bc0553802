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

create function is_granted_in(claims jsonb, of_type text) returns boolean language sql immutable as $$
  select claims @> jsonb_build_array(jsonb_build_object('type', of_type, 'result', 'granted'));
$$;

-- By a day or more. A claim on an earlier document that ends with the current one is not.
create function is_shortened(line decision_claim) returns boolean language sql stable as $$
  select line.valid_until < least(d.decided_at + q.claim_validity_days * interval '24 hours', earlier.valid_until) - interval '24 hours'
  from decision d
    join requirement q on q.requirement_version_id = line.requirement_version_id and q.key = line.requirement_key
    left join case_evidence e on e.case_id = line.case_id and e.evidence_version_id = line.evidence_version_id
    left join claim earlier on earlier.id = e.claim_id
  where d.id = line.decision_id;
$$;

-- What an appeal judges (docs/domain/appeal.md 4): no claim that a later decision judged again, and none that the appealed decision granted
-- and that is no longer current, or was not when the appeal was recommended. The appealed decision suspends none of these itself, and only a later review revokes one.
create function is_judged_on_appeal(judged decision, of_type text, at timestamptz) returns boolean language sql stable as $$
  select not is_judged_later(judged, of_type) and not exists (
    select from claim g join decision_claim l on l.decision_id = g.decision_id and l.claim_type = g.claim_type
      left join appeal a on a.decision_id = g.decision_id
      left join appeal_recommendation r on r.appeal_id = a.id
    where g.decision_id = case when judged.relation = 'sets_aside' then judged.earlier_id else judged.id end
      and g.claim_type = of_type and (
        g.state = 'suspended' or g.valid_until <= at and not is_shortened(l)
        or not is_granted_in(r.claims, of_type)));
$$;

create function guard_appeal_recommendation() returns trigger language plpgsql as $$
declare
  of_appeal appeal;
begin
  select * into of_appeal from appeal where id = new.appeal_id;
  call require_appeal_duty(new.recommender_id, of_appeal);
  if exists (
    select from decision d join decision_claim l on l.decision_id = d.id and l.result = 'granted'
    where d.id = of_appeal.decision_id and is_judged_on_appeal(d, l.claim_type, new.recommended_at)
      and not is_granted_in(new.claims, l.claim_type)
  ) then
    raise exception 'an appeal takes no granted claim away' using errcode = 'restrict_violation';
  end if;
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

-- An appeal makes nothing worse for the provider. A new review can.
create function check_appeal_takes_nothing() returns trigger language plpgsql as $$
begin
  if exists (
    select from decision_claim earlier
    where earlier.decision_id = new.earlier_id and earlier.result = 'granted'
      and is_judged_on_appeal(new, earlier.claim_type, new.decided_at) and not exists (
        select from decision_claim l
        where l.decision_id = new.id and l.claim_type = earlier.claim_type and l.result = 'granted')
  ) then
    raise exception 'an appeal takes no granted claim away' using errcode = 'restrict_violation';
  end if;
  if new.outcome = 'not_verified' and exists (select from decision where id = new.earlier_id and outcome <> 'not_verified') then
    raise exception 'an appeal makes no outcome worse' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger appeal_takes_nothing after insert on decision deferrable initially deferred
  for each row when (new.relation = 'sets_aside') execute function check_appeal_takes_nothing();
alter table decision enable always trigger appeal_takes_nothing;
