-- Who had the duty of an appeal has judged the case, so another operator reviews and decides its review (promise Z3).
-- checked against release 2: an assignee who judged an appeal of the reviewed case is rejected.

create or replace function judged_reviewed_case(person uuid, of_case uuid) returns boolean language sql stable as $$
  select exists (
    select from verification_case c
    where c.id = of_case and c.reviewed_case_id is not null and (
      has_reviewed(person, c.reviewed_case_id)
      or exists (
        select from case_assignment a
        where a.case_id = c.reviewed_case_id and a.assignee_id = person and a.duty in ('decide', 'appeal'))));
$$;
