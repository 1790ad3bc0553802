-- The messages of an ended enquiry are deleted after 30 days (docs/domain/enquiry.md 35).
create index enquiry_by_end on enquiry (coalesce(ended_at, answer_due_at));
