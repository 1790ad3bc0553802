-- A provider that is one person has one owner, for ever: nobody takes over its profile, documents and opinions
-- (docs/domain/claim-subject.md 5). The provider is locked first: of an acceptance and a change of kind, the second sees the first.
create function keep_one_owner() returns trigger language plpgsql as $$
begin
  perform from provider where id = new.provider_id and kind = 'individual' for update;
  if found and exists (
    select from representative where provider_id = new.provider_id and role = 'owner' and user_id <> new.user_id
  ) then
    raise exception 'a provider that is one person has one owner'
      using errcode = 'check_violation', constraint = 'individual_has_one_owner';
  end if;
  return new;
end $$;
create trigger keep_one_owner before insert on representative for each row when (new.role = 'owner') execute function keep_one_owner();
alter table representative enable always trigger keep_one_owner;

create function refuse_several_owners() returns trigger language plpgsql as $$
begin
  if (select count(distinct user_id) from representative where provider_id = new.id and role = 'owner') > 1 then
    raise exception 'a provider that is one person has one owner'
      using errcode = 'check_violation', constraint = 'individual_has_one_owner';
  end if;
  return new;
end $$;
create trigger refuse_several_owners before update on provider
  for each row when (new.kind = 'individual' and old.kind <> 'individual') execute function refuse_several_owners();
alter table provider enable always trigger refuse_several_owners;
