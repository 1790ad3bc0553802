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
