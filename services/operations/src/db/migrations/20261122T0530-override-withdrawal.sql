-- The requester can withdraw an override while it is pending.

alter table override_request
  drop constraint override_request_state_check,
  add constraint override_request_state_check check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  add column withdrawn_by uuid,
  add constraint withdrawn_by_requester check (
    case state when 'withdrawn' then withdrawn_by is not null and withdrawn_by = requester_id else withdrawn_by is null end);
insert into allowed_transition values ('override', 'pending', 'withdrawn');
grant update (withdrawn_by) on override_request to service_app;

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
  select count(*) filter (where decision = 'approve'), count(*) filter (where decision = 'reject')
    into approvals, rejections from override_approval where override_id = new.id;
  if (new.state = 'approved' and (approvals < new.approvals_needed or rejections > 0)) or (new.state = 'rejected' and rejections = 0) then
    raise exception 'the approvals do not carry that outcome' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
