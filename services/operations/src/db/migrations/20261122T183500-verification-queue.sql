-- The verification queue (ADR 0069): open cases by due time, with an index for each filter.
alter table triage_case
  -- The assignee of the duty that the case waits for.
  add column holder_id uuid generated always as (
    case state when 'recommended' then decider_id when 'under_appeal' then appeal_reviewer_id else reviewer_id end
  ) stored;
-- An appeal has a service level of its own (contract §2).
alter table triage_case drop constraint triage_case_sla_stage_check;
alter table triage_case add constraint triage_case_sla_stage_check check (sla_stage in ('triage', 'review', 'appeal'));

drop index triage_case_by_due, triage_case_by_opening, triage_case_open;
create index triage_case_by_due on triage_case (coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_by_opening on triage_case (opened_at, case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_open on triage_case (state, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_of_kind on triage_case (kind, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_of_category on triage_case (category_key, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_of_holder on triage_case (holder_id, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
