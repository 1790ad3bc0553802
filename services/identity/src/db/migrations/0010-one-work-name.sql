-- Approvers read the work name that the person will have (docs/domain/lost-work.md 1): a request names no other than the one that the
-- person has, or that another role is waiting with.
create function guard_requested_work_name() returns trigger language plpgsql as $$
begin
  if exists (select from operator_change where person_id = new.person_id and work_name is not null) or exists (
    select from role_request
    where person_id = new.person_id and role <> new.role and work_name <> new.work_name
      and state = 'pending' and expires_at > new.requested_at
  ) then
    raise exception 'the person has or awaits another work name'
      using errcode = 'restrict_violation', constraint = 'one_requested_work_name';
  end if;
  return new;
end $$;
create trigger guard_requested_work_name before insert on role_request for each row when (new.work_name is not null)
  execute function guard_requested_work_name();
alter table role_request enable always trigger guard_requested_work_name;
