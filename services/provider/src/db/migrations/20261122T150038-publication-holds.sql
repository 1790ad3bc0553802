-- What holds the publication of a provider, from operations. The provider may be newer here than its hold.
-- checked against release 1: publishing a held provider fails; it knows no holds.
create table publication_hold (
  hold_id uuid primary key,
  provider_id uuid not null,
  state text not null check (state in ('held', 'released')),
  -- Whether the hold withheld a published provider that is still withheld for that reason.
  has_withheld boolean not null,
  changed_at timestamptz not null
);
create index publication_hold_of_provider on publication_hold (provider_id) where state = 'held' or has_withheld;
grant select, insert, update (state, has_withheld, changed_at) on publication_hold to service_app;

-- The database rejects a publication while something holds it.
create function guard_publication_hold() returns trigger language plpgsql as $$
begin
  if new.publication = 'published' and old.publication <> 'published' and exists (
    select from publication_hold where provider_id = new.id and state = 'held'
  ) then
    raise exception 'the publication of this provider is held' using errcode = 'restrict_violation', constraint = 'publication_is_held';
  end if;
  return new;
end $$;
create trigger guard_publication_hold before update of publication on provider
  for each row execute function guard_publication_hold();
alter table provider enable always trigger guard_publication_hold;
