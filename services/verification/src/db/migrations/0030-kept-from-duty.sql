-- Nobody is given, or reads, a case whose duty they may not hold (docs/domain/review-and-duties.md 6).

-- Whom the guards of `case_assignment` refuse for this duty. A test compares both.
create function kept_from_duty(person uuid, of_case uuid, of_duty case_duty) returns boolean language sql as $$
  select stands_with_provider(person, of_case) or accepted_results(person, of_case) or judged_reviewed_case(person, of_case)
    or case of_duty
      when 'review' then exists (select from case_assignment where case_id = of_case and assignee_id = person and duty = 'decide')
      when 'decide' then has_reviewed(person, of_case)
      when 'appeal' then has_reviewed(person, of_case) or judged_before_appeal(person, of_case)
        or exists (select from appeal a where a.case_id = of_case and stands_with_provider(person, a.evidence_case_id))
    end
$$;

-- The duty that a case waits for, or waited for last.
create function duty_of(state case_state) returns case_duty language sql immutable
  return case when state = 'under_appeal' then 'appeal' when state in ('recommended', 'decided', 'closed') then 'decide' else 'review' end::case_duty;
