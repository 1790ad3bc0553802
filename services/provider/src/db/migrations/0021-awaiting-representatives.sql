-- Operators whose acceptance of an invitation awaits approval (docs/domain/invitations.md 12). It counts until the invitation
-- expires; an assignment that follows counts longer.
create table awaiting_representative (
  invitation_id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  until timestamptz not null
);
create index awaiting_representative_of_provider on awaiting_representative (provider_id, user_id);
create index awaiting_representative_of_person on awaiting_representative (user_id);
create index awaiting_representative_until on awaiting_representative (until);
grant select, insert, delete on awaiting_representative to service_app;

-- Now, within the 12 months before, or by an acceptance that awaits approval (docs/domain/provider-record.md 4).
create function represents_since(person uuid, of_provider uuid, since timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from representative where provider_id = of_provider and user_id = person
      and (ended_at is null or ended_at > since - interval '12 months')
  ) or exists (
    select from awaiting_representative where provider_id = of_provider and user_id = person and until > since
  );
end $$;

create or replace function separate_duties() returns trigger language plpgsql as $$
begin
  if new.acting_as = 'operator' and represents_since(new.actor_id, new.provider_id, new.at) then
    raise exception 'an operator cannot act on a provider they represent'
      using errcode = 'check_violation', constraint = 'operator_is_no_representative';
  end if;
  return new;
end $$;
