-- Who made a visit judges nothing of its case, like who accepted its results (docs/domain/field-work.md 30).

-- Null: a submission that an earlier release announced.
alter table field_submission add made_by uuid;

-- As before, and true if the person made the visit.
create or replace function accepted_results(person uuid, of_case uuid) returns boolean language sql stable as $$
  select exists (
    select from field_submission
    where person in (accepted_by, made_by) and case_id in (
      select of_case union all select evidence_case_id from appeal where case_id = of_case));
$$;

create function refuse_visit_of_judge() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id for update;
  if judges(new.made_by, new.case_id) then
    call refuse_duty('whoever made the visit judges the case');
  end if;
  return new;
end $$;
create trigger refuse_visit_of_judge before insert on field_submission for each row
  when (new.made_by is not null) execute function refuse_visit_of_judge();
alter table field_submission enable always trigger refuse_visit_of_judge;
