-- A review asks whether the claims of its requirements are right, also those that a case before the last one granted
-- (docs/domain/review-and-duties.md 5).
create function cases_under_review(of_case uuid) returns setof uuid language sql stable as $$
  select reviewed_case_id from verification_case where id = of_case and reviewed_case_id is not null
  union
  select d.case_id
  from verification_case v
    join case_requirement q on q.case_id = v.id
    join requirement r on r.requirement_version_id = q.requirement_version_id and r.key = q.requirement_key
    join claim c on c.provider_id = v.provider_id and c.category_key = v.category_key and c.claim_type = r.claim_type
    join decision d on d.id = c.decision_id
  where v.id = of_case and v.kind = 'review' and d.case_id <> v.id and not exists (
    select from claim_change h where h.claim_id = c.id and h.to_state in ('revoked', 'superseded') and h.changed_at <= v.opened_at)
$$;

create or replace function judged_reviewed_case(person uuid, of_case uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from case_assignment a
    where a.case_id in (select cases_under_review(of_case)) and a.assignee_id = person and worked_for(a));
end $$;
