-- Visits that operations planned (docs/domain/field-work.md 4), and who accepted the results of a visit (30).

-- Null: operations planned the visit. Its reasons stay there.
alter table field_visit
  alter requested_by drop not null,
  alter reason drop not null,
  add constraint planned_visit_has_no_reason check ((requested_by is null) = (reason is null)),
  -- A planned visit begins as a requested one does, in the transaction that stores its work item.
  add constraint planned_visit_has_subject
    check (requested_by is not null or subject_id is not null or state in ('requested', 'cancelled'));
drop trigger guard_review_work on field_visit;
create trigger guard_review_work before insert on field_visit for each row when (new.requested_by is not null)
  execute function guard_review_work('requested_by');
alter table field_visit enable always trigger guard_review_work;

-- As before, and a visit is not of what was named after operations planned it.
create or replace function require_subject_of_visit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from verification_case c
      join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = new.requirement_key
      join claim_subject s on s.id = new.subject_id
    where c.id = new.case_id and is_current_subject(s.id, c.provider_id, r.claim_about)
      and (new.requested_by is not null or s.named_at <= new.requested_at)
  ) then
    raise exception 'the visit is of something that is not current' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Null: a submission that an earlier release announced.
alter table field_submission add accepted_by uuid;
create index submission_of_case on field_submission (case_id);

-- True if the person accepted results of the case, or of the evidence case of its appeal.
create function accepted_results(person uuid, of_case uuid) returns boolean language sql stable as $$
  select exists (
    select from field_submission
    where accepted_by = person and case_id in (
      select of_case union all select evidence_case_id from appeal where case_id = of_case));
$$;

-- True if the person holds a duty of the case or of its appeal, or has judged something of the case.
create function judges(person uuid, of_case uuid) returns boolean language sql stable as $$
  select exists (
      select from case_assignment
      where assignee_id = person and ended_at is null and case_id in (
        select of_case union all select case_id from appeal where evidence_case_id = of_case))
    or exists (select from case_check where case_id = of_case and checked_by = person)
    or exists (select from recommendation where case_id = of_case and recommender_id = person);
$$;

-- Each trigger locks the case, so that an assignment and an acceptance wait for each other.
create function refuse_who_accepted() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id for update;
  if accepted_results(new.assignee_id, new.case_id) then
    call refuse_duty('the assignee accepted results of the case');
  end if;
  return new;
end $$;
create trigger refuse_who_accepted before insert on case_assignment for each row execute function refuse_who_accepted();
alter table case_assignment enable always trigger refuse_who_accepted;

create function refuse_results_of_judge() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id for update;
  if judges(new.accepted_by, new.case_id) then
    call refuse_duty('whoever accepted the results judges the case');
  end if;
  return new;
end $$;
create trigger refuse_results_of_judge before insert on field_submission for each row
  when (new.accepted_by is not null) execute function refuse_results_of_judge();
alter table field_submission enable always trigger refuse_results_of_judge;
