-- What was sent to the assignee of a duty, so that who judges a document has read it (promise T2).

-- Another one each time that the duty is assigned. Null if the case has not changed since verification announces it.
alter table case_assignee add assignment_id uuid;
grant update (assignment_id) on case_assignee to service_app;

-- What was read counts for this assignment of the duty, not for an earlier or later one.
alter table review_grant add assignment_id uuid;
create index review_grant_of_assignment on review_grant (assignment_id, version_id);

-- As wide as the image, or at least 1,200 pixels: who got all of it has read the document.
alter table evidence_preview add is_legible boolean not null default false;

-- Which bytes of a read were sent, the last one included. A response that broke off has no row.
create table sent_part (
  read_id uuid primary key references evidence_read,
  grant_id uuid not null references review_grant,
  is_preview boolean not null,
  bytes int4range not null check (not isempty(bytes)),
  sent_at timestamptz not null
);
create index sent_part_of_grant on sent_part (grant_id);
call make_immutable('sent_part');
grant select, insert on sent_part to service_app;

-- The versions that were sent as a whole under an assignment, as announced to verification.
create table whole_read (
  assignment_id uuid not null,
  version_id uuid not null references evidence_version,
  read_at timestamptz not null,
  primary key (assignment_id, version_id)
);
call make_immutable('whole_read');
grant select, insert on whole_read to service_app;
