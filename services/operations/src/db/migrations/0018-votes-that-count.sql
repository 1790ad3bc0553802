-- A vote for an override counts while its operator may still cast it (docs/domain/overrides-and-emergency-actions.md 4).
create function still_votes(person uuid, of_provider uuid, since timestamptz) returns boolean language sql stable as $$
  select not represents_since(person, of_provider, since) and not exists (
    select from operator where user_id = person and not 'operations.overrides.approve' = any(permissions));
$$;

create or replace function guard_override_request() returns trigger language plpgsql as $$
declare
  approvals bigint;
  rejections bigint;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' then
      raise exception 'an override begins pending' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.state <> 'pending' then
    raise exception 'an override that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - array['state', 'ended_at', 'withdrawn_by'] <> to_jsonb(old) - array['state', 'ended_at', 'withdrawn_by'] then
    raise exception 'what an override asks for is immutable' using errcode = 'restrict_violation';
  end if;
  select count(*) filter (where decision = 'approve' and still_votes(approver_id, new.provider_id, new.requested_at)),
    count(*) filter (where decision = 'reject')
    into approvals, rejections from override_approval where override_id = new.id;
  if (new.state = 'approved' and (approvals < new.approvals_needed or rejections > 0)) or (new.state = 'rejected' and rejections = 0) then
    raise exception 'the approvals do not carry that outcome' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
