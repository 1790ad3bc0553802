-- A claim also has the limitations that were recommended (docs/domain/claim.md 4), and is none that the reviewer advised against
-- (docs/domain/review-and-duties.md 37). An appeal judges both again.
alter table recommendation add refused_claims text[] not null default '{}';
create function guard_recommended_limitations() returns trigger language plpgsql as $$
begin
  if exists (
    select from decision d join recommendation r on r.id = d.recommendation_id
    where d.id = new.decision_id and d.relation is distinct from 'sets_aside' and (not new.limitations @> r.limitations or new.claim_type = any (r.refused_claims))
  ) then
    raise exception 'a claim is recommended, and has the recommended limitations' using errcode = 'restrict_violation';
  end if;
  -- Free words on a card are two people's: each was recommended, or is of the check or of the type. Of an appeal see 0020.
  if exists (
    select from decision d join recommendation r on r.id = d.recommendation_id
      join decision_claim l on l.decision_id = d.id and l.claim_type = new.claim_type
      join case_check k on k.id = l.check_id
      join requirement q on q.requirement_version_id = l.requirement_version_id and q.key = l.requirement_key
    where d.id = new.decision_id
      and not array_remove(new.limitations, '') <@ (k.limitations || q.claim_limitations || case when d.relation = 'sets_aside' then l.limitations else r.limitations end)
  ) then
    raise exception 'each limitation of a claim is recommended, or of its check or type' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_recommended_limitations before insert on claim for each row execute function guard_recommended_limitations();
alter table claim enable always trigger guard_recommended_limitations;
