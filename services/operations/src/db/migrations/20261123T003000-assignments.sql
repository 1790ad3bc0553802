-- Operators assign escalations, incidents and field work to each other, or automatically (ADR 0082).

create table operator_presence (
  user_id uuid primary key,
  present_until timestamptz not null,
  announced_at timestamptz not null
);
grant select, insert, update (present_until, announced_at) on operator_presence to service_app;

create index escalation_of_starter on escalation (started_by) where state = 'in_progress';
create index incident_of_starter on incident (started_by) where state = 'in_progress';

-- checked against release 2: its route refuses an operator who represents the provider before it writes.
-- An operator who represents the provider works on nothing of it (contract §3).
create function guard_work_starter() returns trigger language plpgsql as $$
begin
  if new.started_by is not null and old.started_by is null and exists (
    select from representative r
    where r.provider_id = new.provider_id and r.user_id = new.started_by and r.ended_at is null
  ) then
    raise exception 'the assignee represents the provider'
      using errcode = 'restrict_violation', constraint = 'agent_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_work_starter before update on escalation for each row execute function guard_work_starter();
create trigger guard_work_starter before update on incident for each row execute function guard_work_starter();
alter table escalation enable always trigger guard_work_starter;
alter table incident enable always trigger guard_work_starter;
