-- Somebody can always act for a provider that is not closed.

-- Looked at when the transaction commits, so that whoever closes a provider may do both in either order. The provider is locked
-- first: of two owners who end each other's assignment at once the second sees what the first has done.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from provider where id = new.provider_id and state <> 'closed' for update;
  if found and not exists (
    select from representative where provider_id = new.provider_id and role = 'owner' and ended_at is null
  ) then
    raise exception 'a provider keeps an owner until it is closed'
      using errcode = 'check_violation', constraint = 'provider_keeps_an_owner';
  end if;
  return null;
end $$;
create constraint trigger keep_an_owner after update on representative deferrable initially deferred
  for each row when (old.ended_at is null and new.ended_at is not null and new.role = 'owner') execute function keep_an_owner();
alter table representative enable always trigger keep_an_owner;

create index representative_of_provider on representative (provider_id, assigned_at, id) where ended_at is null;
