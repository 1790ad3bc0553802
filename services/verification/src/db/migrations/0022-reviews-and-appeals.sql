-- True if the person judged the case before the appeal, or a review of it, or heard the appeal before its recommendation. Checks by the
-- present assignee do not count.
create or replace function judged_before_appeal(person uuid, of_case uuid) returns boolean language plpgsql stable as $$
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

-- When its last document was removed: an empty case ends 30 days later (docs/domain/case.md 43).
alter table case_requirement add column emptied_at timestamptz;
create or replace trigger keep_facts before update on case_requirement
  for each row execute function keep_facts('evidence_version_id', 'emptied_at');
alter table case_requirement enable always trigger keep_facts;
grant update (emptied_at) on case_requirement to service_app;
create index case_that_awaits_evidence on verification_case (opened_at) where state = 'awaiting_evidence' and kind <> 'review';

-- `for_appeal` of a case and the case of an appeal are one fact.
create or replace function guard_appeal() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id and state = 'decided' for update;
  if not found or new.state <> 'submitted' then
    raise exception 'an appeal is submitted against a decided case' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from decision d join verification_case c on c.id = d.case_id
    where d.id = new.decision_id and d.case_id = new.case_id and new.submitted_at < appeal_end(d, new.submitted_at)
      and d.id = decision_in_force(c.provider_id, c.category_key)
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
