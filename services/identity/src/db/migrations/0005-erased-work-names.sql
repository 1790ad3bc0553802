-- The work name of a requested role goes with its operator too (docs/domain/erasure.md 12).
grant update (work_name) on role_request to service_app;
create index role_request_of_person on role_request (person_id);

create function keep_work_name() returns trigger language plpgsql as $$
begin
  raise exception 'the work name of a requested role is only erased' using errcode = 'restrict_violation';
end $$;
create trigger keep_work_name before update on role_request for each row
  when (new.work_name is not null and new.work_name is distinct from old.work_name) execute function keep_work_name();
alter table role_request enable always trigger keep_work_name;

-- Of those who were erased before.
update role_request set work_name = null
where work_name is not null and person_id in (select person_id from erasure);
