-- An operator whose acceptance of an invitation awaits approval represents the provider here (docs/domain/invitations.md 12).

-- Then ended_at is when the invitation expires, and the assignment of the same id clears it. Any other end is final.
alter table representative add is_awaiting boolean not null default false;
grant update (is_awaiting) on representative to service_app;
create index representative_of_person on representative (user_id) where ended_at is null or is_awaiting;

-- As the other guards: whoever represented the provider while the work was open does not start it.
create or replace function guard_work_starter() returns trigger language plpgsql as $$
begin
  if new.started_by is not null and old.started_by is null
    and represents_since(new.started_by, new.provider_id, new.opened_at) then
    raise exception 'the assignee represents the provider'
      using errcode = 'restrict_violation', constraint = 'agent_is_no_representative';
  end if;
  return new;
end $$;
