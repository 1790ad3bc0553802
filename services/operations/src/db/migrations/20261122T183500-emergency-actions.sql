-- Emergency actions (contract §4). No row says that one ended: it ends at expires_at or when it is lifted.
create type emergency_kind as enum ('suspend_provider_listing', 'withhold_claim', 'freeze_case', 'revoke_sessions');
create type emergency_outcome as enum ('justified', 'not_justified');

create table emergency_action (
  id uuid primary key,
  kind emergency_kind not null,
  -- A provider, a claim, a case or an account.
  target_id uuid not null,
  -- Of the target; null for an account.
  provider_id uuid,
  reason text not null check (char_length(reason) between 10 and 500),
  acted_by uuid not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  review_due_at timestamptz not null,
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text check (char_length(lift_reason) between 10 and 500),
  unique (id, acted_by),
  constraint emergency_action_lasts_72_hours check (expires_at > started_at and expires_at <= started_at + interval '72 hours'),
  check ((kind = 'revoke_sessions') = (provider_id is null)),
  check (num_nulls(lifted_by, lifted_at, lift_reason) in (0, 3)),
  check (lifted_at >= started_at and lifted_at < expires_at)
);
create index emergency_action_newest on emergency_action (started_at desc, id desc);
create index emergency_action_of_target on emergency_action (target_id, expires_at);

create function guard_emergency_action() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.lifted_at is not null then
      raise exception 'an emergency action begins in force' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.lifted_at is not null then
    raise exception 'an emergency action is lifted once' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - array['lifted_by', 'lifted_at', 'lift_reason'] <> to_jsonb(old) - array['lifted_by', 'lifted_at', 'lift_reason'] then
    raise exception 'the facts of an emergency action are immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_emergency_action before insert or update on emergency_action
  for each row execute function guard_emergency_action();
create trigger refuse_row_delete before delete on emergency_action for each row execute function refuse_change();
create trigger refuse_truncate before truncate on emergency_action for each statement execute function refuse_change();
alter table emergency_action enable always trigger guard_emergency_action;
alter table emergency_action enable always trigger refuse_row_delete;
alter table emergency_action enable always trigger refuse_truncate;

-- The review after the action, by another operator (promise Z3).
create table emergency_review (
  action_id uuid primary key,
  -- Copied and tied to the action, so that the check below cannot be given another name.
  acted_by uuid not null,
  reviewer_id uuid not null,
  outcome emergency_outcome not null,
  reason text not null check (char_length(reason) between 10 and 500),
  reviewed_at timestamptz not null,
  foreign key (action_id, acted_by) references emergency_action (id, acted_by),
  constraint emergency_review_not_by_actor check (reviewer_id <> acted_by)
);
call make_immutable('emergency_review');

create function guard_emergency_review() returns trigger language plpgsql as $$
declare
  action emergency_action;
begin
  select * into action from emergency_action where id = new.action_id for update;
  if coalesce(action.lifted_at, action.expires_at) > new.reviewed_at then
    raise exception 'the emergency action is in force' using errcode = 'restrict_violation', constraint = 'emergency_review_after_end';
  end if;
  return new;
end $$;
create trigger guard_emergency_review before insert on emergency_review
  for each row execute function guard_emergency_review();
alter table emergency_review enable always trigger guard_emergency_review;

grant select, insert, update (lifted_by, lifted_at, lift_reason) on emergency_action to service_app;
grant select, insert on emergency_review to service_app;
