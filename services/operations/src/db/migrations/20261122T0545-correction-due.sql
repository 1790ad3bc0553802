-- When a correction window ends, so that a lapsed case leaves the queue by itself. Cases from before tell it with their next change.
alter table triage_case add column correction_due_at timestamptz;
