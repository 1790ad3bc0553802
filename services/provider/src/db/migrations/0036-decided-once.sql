-- What was decided about an interaction is not asked again (docs/domain/reviews-and-disputes.md 29).
alter table moderation_request add earlier_subjects uuid[] not null default '{}';

-- Checked at commit, so that the route can name the dispute that was decided.
create function dispute_once() returns trigger language plpgsql as $$
begin
  if exists (
    select from dispute
    where interaction_id = new.interaction_id and reason_code = new.reason_code and state = 'resolved' and id <> new.id
  ) then
    raise exception 'what was decided is appealed, not disputed again'
      using errcode = 'check_violation', constraint = 'dispute_is_decided_once';
  end if;
  return null;
end $$;
create constraint trigger dispute_once after insert on dispute deferrable initially deferred
  for each row execute function dispute_once();
alter table dispute enable always trigger dispute_once;

-- Operators who read public words see what was refused before (docs/domain/names.md 28).
create index moderation_of_names on moderation_request (provider_id, ended_at desc) where kind = 'name' and outcome = 'refused';
