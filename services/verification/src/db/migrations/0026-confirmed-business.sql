-- An organisation gets a claim about its person only beside a current claim about its business: the check of that one confirmed the kind
-- (docs/domain/claim-subject.md 25).
create function business_confirmed_until(of_provider uuid) returns timestamptz language sql stable as $$
  select max(c.valid_until) from claim c join claim_subject s on s.id = c.subject_id
  where c.provider_id = of_provider and c.state = 'active' and s.about = 'business' and s.ended_at is null;
$$;

-- At commit, because a decision grants its claims one after the other.
create function require_business_claim() returns trigger language plpgsql as $$
begin
  if exists (select from claim_subject where id = new.subject_id and not is_one_person)
    and (business_confirmed_until(new.provider_id) > new.valid_from) is not true
    and not exists (
      select from claim c join claim_subject s on s.id = c.subject_id
      where c.decision_id = new.decision_id and s.about = 'business')
  then
    raise exception 'nobody confirmed the business' using errcode = 'restrict_violation', constraint = 'business_is_confirmed';
  end if;
  return null;
end $$;
create constraint trigger business_is_confirmed after insert on claim deferrable initially deferred
  for each row execute function require_business_claim();
alter table claim enable always trigger business_is_confirmed;
