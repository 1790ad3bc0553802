-- Who holds which duty of a case, and grants for nobody else (promise Z4, ADR 0035).

alter type grant_basis rename to case_duty;
alter type case_duty rename value 'decision' to 'decide';
alter type case_duty add value 'appeal';
alter table review_grant rename column basis to duty;

create table case_assignee (
  case_id uuid not null references verification_case,
  duty case_duty not null,
  assignee_id uuid not null,
  primary key (case_id, duty),
  constraint one_duty_each unique (case_id, assignee_id)
);
grant select, insert, delete on case_assignee to service_app;
-- A service locks the rows that it reads grants by.
grant update (assignee_id) on case_assignee to service_app;
insert into case_assignee (case_id, duty, assignee_id)
  select id, 'review', reviewer_id from verification_case where reviewer_id is not null;
alter table verification_case drop column reviewer_id;

create function guard_review_grant() returns trigger language plpgsql as $$
begin
  perform from case_assignee
  where case_id = new.case_id and duty = new.duty and assignee_id = new.reviewer_id for share;
  if not found then
    raise exception 'a grant is for the active assignee of its duty' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_review_grant before insert on review_grant for each row execute function guard_review_grant();
alter table review_grant enable always trigger guard_review_grant;
