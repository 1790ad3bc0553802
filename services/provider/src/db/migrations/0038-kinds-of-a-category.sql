-- Only a check of the business confirms the kind of a provider. Where no requirement asks for one, a person who says
-- `organisation` could hand over a cleared profile (docs/domain/claim-subject.md 25).
create function takes_organisations(version uuid) returns boolean language sql stable as $$
  select exists (
    select from requirement_version v, jsonb_array_elements(v.requirements) requirement
    where v.id = version and coalesce(requirement -> 'claim' ->> 'about', 'business') = 'business'
  )
$$;

create function refuse_unconfirmed_kind() returns trigger language plpgsql as $$
declare
  is_refused boolean;
begin
  if tg_table_name = 'provider' then
    is_refused := exists (
      select from service_selection
      where provider_id = new.id and state = 'active' and not takes_organisations(requirement_version_id)
    );
  else
    is_refused := not takes_organisations(new.requirement_version_id)
      and exists (select from provider where id = new.provider_id and kind = 'organisation');
  end if;
  if is_refused then
    raise exception 'a category without a requirement about the business takes individuals only'
      using errcode = 'check_violation', constraint = 'kind_is_confirmed';
  end if;
  return new;
end $$;
create trigger refuse_unconfirmed_kind before insert on service_selection for each row execute function refuse_unconfirmed_kind();
alter table service_selection enable always trigger refuse_unconfirmed_kind;
create trigger refuse_unconfirmed_kind before update on provider
  for each row when (new.kind = 'organisation' and old.kind <> 'organisation') execute function refuse_unconfirmed_kind();
alter table provider enable always trigger refuse_unconfirmed_kind;
