-- Evidence of an earlier case on which a review is judged, as verification announces it (ADR 0102).
-- checked against release 2: its replicas open grants for evidence of the own case only, which the guard accepts.
create table earlier_evidence (
  case_id uuid not null references verification_case,
  version_id uuid not null references evidence_version,
  primary key (case_id, version_id)
);
grant select, insert, delete on earlier_evidence to service_app;

create or replace function guard_review_grant() returns trigger language plpgsql as $$
begin
  perform from case_assignee
  where case_id = new.case_id and duty = new.duty and assignee_id = new.reviewer_id for share;
  if not found then
    raise exception 'a grant is for the active assignee of its duty' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from evidence_version v join evidence_item i on i.id = v.evidence_id
    where v.id = new.version_id and (i.case_id = new.case_id
      or exists (select from earlier_evidence e where e.case_id = new.case_id and e.version_id = v.id))
  ) then
    raise exception 'a grant is for evidence of its case' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
