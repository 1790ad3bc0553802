-- The queue reads the cases of one opening day in the order of their due time (ADR 0092).
create index triage_case_by_opening_day on triage_case
  (((opened_at at time zone 'UTC')::date), coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
