-- Nobody keeps a provider hidden alone (docs/domain/overrides-and-emergency-actions.md 38): who opened an incident with a hold opens no
-- other for the same provider until 30 days after its end.
create index incident_of_provider on incident (provider_id, opened_by) where provider_id is not null;
create index emergency_action_of_provider on emergency_action (provider_id) where provider_id is not null;
create function guard_repeated_hold() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hold ' || new.provider_id, 0));
  if exists (
    select from incident
    where provider_id = new.provider_id and opened_by = new.opened_by and holds_publication
      and (resolved_at is null or resolved_at > new.opened_at - interval '30 days')
  ) then
    raise exception 'the same operator opened a hold of this provider within 30 days'
      using errcode = 'restrict_violation', constraint = 'hold_not_repeated';
  end if;
  return new;
end $$;
create trigger guard_repeated_hold before insert on incident for each row when (new.holds_publication) execute function guard_repeated_hold();
alter table incident enable always trigger guard_repeated_hold;
