-- How the case of a version judged it, as verification announces it. Without a row: not reviewed.
create type evidence_review as enum ('accepted', 'correction_requested', 'rejected');
create table version_review (
  version_id uuid primary key references evidence_version,
  review evidence_review not null,
  reviewed_at timestamptz not null
);
grant select, insert, update (review, reviewed_at), delete on version_review to service_app;
