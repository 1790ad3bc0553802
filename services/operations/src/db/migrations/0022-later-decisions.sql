-- What was decided is decided again by somebody else, or to take it down.

-- Of accepted public words that are refused: whether their name stays public (docs/domain/names.md 27).
alter table moderation add is_name_kept boolean;
alter table moderation add constraint only_a_name_is_kept check (is_name_kept is null or (kind = 'name' and outcome = 'refused'));
grant update (is_name_kept) on moderation to service_app;

-- A later dispute about the same interaction is decided by somebody else (docs/domain/reviews-and-disputes.md 29).
alter table moderation add earlier_subjects uuid[] not null default '{}';

create function guard_later_dispute() returns trigger language plpgsql as $$
begin
  if exists (select from moderation where subject_id = any(new.earlier_subjects) and decided_by = new.decided_by) then
    raise exception 'a later dispute is decided by another operator'
      using errcode = 'check_violation', constraint = 'later_dispute_has_another_decider';
  end if;
  return new;
end $$;
create trigger guard_later_dispute before update on moderation for each row
  when (old.decided_by is null and new.decided_by is not null and new.earlier_subjects <> '{}')
  execute function guard_later_dispute();
alter table moderation enable always trigger guard_later_dispute;
