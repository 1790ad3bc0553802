-- Nobody keeps an emergency action in force alone (docs/domain/overrides-and-emergency-actions.md 31): the same person repeats one on the
-- same target once another operator has reviewed the last as justified.
create function guard_repeated_action() returns trigger language plpgsql as $$
declare
  last_one uuid;
begin
  select id into last_one from emergency_action
  where target_id = new.target_id and kind = new.kind and acted_by = new.acted_by
  order by started_at desc, id desc limit 1;
  if last_one is not null and not exists (select from emergency_review where action_id = last_one and outcome = 'justified') then
    raise exception 'the last action of the same operator on this target was not reviewed as justified'
      using errcode = 'restrict_violation', constraint = 'emergency_action_after_justified';
  end if;
  return new;
end $$;
create trigger guard_repeated_action before insert on emergency_action for each row execute function guard_repeated_action();
alter table emergency_action enable always trigger guard_repeated_action;
