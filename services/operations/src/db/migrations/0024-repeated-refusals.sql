-- Nobody hides a provider alone by refusing its accepted names again and again (docs/domain/names.md 29): who refused one refuses no
-- other of the same provider within 30 days. What keeps the name hides nobody.
create index refused_name_of_provider on moderation (provider_id, decided_by)
  where kind = 'name' and reason_code = 'reconsidered' and outcome = 'refused' and is_name_kept is not true;

create function guard_repeated_refusal() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('name ' || new.provider_id, 0));
  if exists (
    select from moderation
    where provider_id = new.provider_id and decided_by = new.decided_by and decided_at > new.decided_at - interval '30 days'
      and kind = 'name' and reason_code = 'reconsidered' and outcome = 'refused' and is_name_kept is not true
  ) then
    raise exception 'the same operator refused an accepted name of this provider within 30 days'
      using errcode = 'restrict_violation', constraint = 'refusal_not_repeated';
  end if;
  return new;
end $$;
create trigger guard_repeated_refusal before update on moderation for each row
  when (old.decided_by is null and new.kind = 'name' and new.reason_code = 'reconsidered' and new.outcome = 'refused'
    and new.is_name_kept is not true)
  execute function guard_repeated_refusal();
alter table moderation enable always trigger guard_repeated_refusal;
