-- Nobody hides a provider alone by removing its services again and again (docs/domain/provider-record.md 19).
-- The operator whose removal another one undid by this selection.
alter table service_selection add column ends_removal_of uuid;

create function guard_repeated_removal() returns trigger language plpgsql as $$
begin
  perform from provider where id = new.provider_id for update;
  if exists (
    select from service_selection s
    where s.provider_id = new.provider_id and s.ends_removal_of = new.removed_by and s.selected_at > new.removed_at - interval '30 days'
  ) then
    raise exception 'another operator undid the last removal of the same operator'
      using errcode = 'restrict_violation', constraint = 'removal_not_repeated';
  end if;
  return new;
end $$;
create trigger guard_repeated_removal before update on service_selection for each row
  when (new.removed_by is not null) execute function guard_repeated_removal();
alter table service_selection enable always trigger guard_repeated_removal;
