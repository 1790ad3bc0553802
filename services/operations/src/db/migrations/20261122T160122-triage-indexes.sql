-- The queue reads cases of one priority by due time, or by the day of their opening (triage/levels.ts).
create index triage_case_by_due on triage_case (coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction');
create index triage_case_by_opening on triage_case (opened_at)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction');
