-- The address of public premises is read with the name and the summary (docs/domain/names.md 22). Other premises, or another address of
-- them, are another subject, so a version names the subject and the address itself goes with the consent.
alter table display_name add premises_id uuid references claim_subject;
create index display_name_of_premises on display_name (premises_id) where premises_id is not null;

create function guard_premises_of_name() returns trigger language plpgsql as $$
begin
  if not exists (
    select from claim_subject where id = new.premises_id and provider_id = new.provider_id and about = 'premises'
  ) then
    raise exception 'a version of words is about premises of its provider' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_premises_of_name before insert on display_name
  for each row when (new.premises_id is not null) execute function guard_premises_of_name();
alter table display_name enable always trigger guard_premises_of_name;

-- Of premises that are repeated no row is inserted.
create function guard_read_address() returns trigger language plpgsql as $$
begin
  if exists (
    select from display_name n join claim_subject s on s.id = n.premises_id
    where s.provider_id = new.provider_id and s.ended_at is null
  ) then
    raise exception 'an address that operators read is replaced with other premises only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_read_address after insert or update on public_premises for each row execute function guard_read_address();
alter table public_premises enable always trigger guard_read_address;
