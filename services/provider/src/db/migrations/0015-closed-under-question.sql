-- Who closes to escape a suspension or a decision stays a possible duplicate (docs/domain/provider-record.md 35).

-- Whether the case was refused, or ended while its decision was pending.
alter table case_projection add is_adverse boolean not null default false;

-- Closed providers are found too, so the indexes have them.
drop index provider_same_name;
create index provider_same_name on provider (provider_name_key(display_name));
drop index provider_same_website;
create index provider_same_website on provider (provider_website_key(website)) where website is not null;

create function was_in_question(of_provider uuid) returns boolean language sql stable as $$
  select exists (select from case_projection where provider_id = of_provider and is_adverse)
    or exists (
      select from provider_transition s
      where s.provider_id = of_provider and s.transition = 'suspend' and not exists (
        select from provider_transition r
        where r.provider_id = of_provider and r.transition = 'reinstate' and r.at > s.at));
$$;
