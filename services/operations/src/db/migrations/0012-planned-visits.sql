-- A work item of the desk is a visit of its case (docs/domain/field-work.md 4), so its requirement allows one.

-- Null: a version that an earlier release stored. Its snapshot fills it in.
alter table requirement_version add field_visit_keys text[];

-- Whoever accepts the results of a case judges nothing of it (docs/domain/field-work.md 30). Verification refuses what is not known here.
create function guard_who_accepts() returns trigger language plpgsql as $$
begin
  if exists (
    select from triage_case c join field_work_item i on i.case_id = c.case_id
    where i.id = new.work_item_id
      and new.reviewer_id in (c.reviewer_id, c.decider_id, c.appeal_reviewer_id, c.recommender_id)
  ) then
    raise exception 'whoever accepts the results judges the case'
      using errcode = 'restrict_violation', constraint = 'results_not_accepted_by_judge';
  end if;
  return new;
end $$;
create trigger guard_who_accepts before insert on field_submission_review for each row
  when (new.outcome = 'accepted') execute function guard_who_accepts();
alter table field_submission_review enable always trigger guard_who_accepts;

-- Requirements about premises: final results say whether these were visited (docs/domain/field-work.md 36). Null: kept by an earlier release.
alter table requirement_version add premises_keys text[];
alter table field_submission add is_place_confirmed boolean;
