-- Overrides for one case or claim (ADR 0083).
-- checked against release 1: its replicas insert overrides of the gate only, which have no target.
alter table override_request
  drop constraint override_request_kind_check,
  drop constraint override_request_action_check,
  add column target_id uuid,
  -- Of the target.
  add column provider_id uuid,
  add column days smallint check (days between 1 and 14),
  add constraint override_asks_for_one_thing check (
    case kind
      when 'publication-gate' then action in ('open', 'close') and num_nonnulls(target_id, provider_id, days) = 0
      when 'deadline-extension' then action = 'extend' and num_nulls(target_id, provider_id, days) = 0
      when 'case-reassignment-block' then action = 'block' and num_nulls(target_id, provider_id, days) = 0
      when 'claim-suspension-lift' then action = 'lift' and num_nulls(target_id, provider_id) = 0 and days is null
      else false
    end);

-- An operator who represents the provider votes on nothing of it (contract §3).
create function guard_override_voter() returns trigger language plpgsql as $$
begin
  if exists (
    select from override_request o join representative r on r.provider_id = o.provider_id
    where o.id = new.override_id and r.user_id = new.approver_id and r.ended_at is null
  ) then
    raise exception 'an operator cannot vote about a provider they represent'
      using errcode = 'check_violation', constraint = 'override_voter_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_override_voter before insert on override_approval
  for each row execute function guard_override_voter();
alter table override_approval enable always trigger guard_override_voter;
