-- Publication compares the end of a claim with the clock: `changed_at` of the provider may be older.
-- checked against release 1: it sets changed_at to the time of the publication, which agrees with the clock.
create or replace function guard_publication() returns trigger language plpgsql as $$
begin
  if new.publication = 'published' and old.publication <> 'published' then
    if not exists (select from publication_gate where state = 'open') then
      raise exception 'the publication gate is closed' using errcode = 'restrict_violation';
    end if;
    if not exists (
      select from claim
      where provider_id = new.id and status = 'active' and valid_until > greatest(new.changed_at, clock_timestamp())
    ) then
      raise exception 'no claim is current' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
