-- Who judges a case makes no visit of it (docs/domain/field-work.md 32). Verification refuses what is not known here.
create function guard_who_visits() returns trigger language plpgsql as $$
begin
  if exists (
    select from triage_case
    where case_id = new.case_id and new.assignee_id in (reviewer_id, decider_id, appeal_reviewer_id, recommender_id)
  ) then
    raise exception 'the agent judges the case' using errcode = 'restrict_violation', constraint = 'agent_judges_nothing';
  end if;
  return new;
end $$;
create trigger guard_who_visits before insert or update of assignee_id on field_work_item for each row
  when (new.assignee_id is not null) execute function guard_who_visits();
alter table field_work_item enable always trigger guard_who_visits;
