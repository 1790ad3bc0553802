-- The queue reads days on which cases were opened that wait for an operator. Most open cases wait for the provider.
create index triage_case_waiting_by_opening_day on triage_case
  (((opened_at at time zone 'UTC')::date), coalesce(due_at, 'infinity'), case_id)
  where state in ('in_review', 'recommended');
