-- Emergency actions against the sessions of operators (docs/domain/overrides-and-emergency-actions.md 31, 32): nobody ends the own one,
-- and the next one waits until another operator has reviewed the last.
create function guard_action_against_operator() returns trigger language plpgsql as $$
begin
  if not exists (select from operator where user_id = new.target_id and cardinality(permissions) > 0) then
    return new;
  end if;
  if new.lifted_by in (new.acted_by, new.target_id) then
    raise exception 'another operator lifts an action against an operator'
      using errcode = 'restrict_violation', constraint = 'emergency_action_lifted_by_another';
  end if;
  if tg_op = 'INSERT' and exists (
    select from emergency_action a join operator o on o.user_id = a.target_id
    where a.acted_by = new.acted_by and a.kind = 'revoke_sessions' and cardinality(o.permissions) > 0
      and not exists (select from emergency_review r where r.action_id = a.id)
  ) then
    raise exception 'an earlier action of the same operator against an operator has no review'
      using errcode = 'restrict_violation', constraint = 'emergency_action_after_review';
  end if;
  return new;
end $$;
create trigger guard_action_against_operator before insert or update on emergency_action for each row
  when (new.kind = 'revoke_sessions') execute function guard_action_against_operator();
alter table emergency_action enable always trigger guard_action_against_operator;
