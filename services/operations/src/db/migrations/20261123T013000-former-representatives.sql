-- Who represented a provider while its work was open has no part in that work (promise Z3), as in verification.
-- checked against release 2: a former representative whom its routes still accept gets an error until they are replaced.
create function represents_since(person uuid, of_provider uuid, since timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from representative
    where provider_id = of_provider and user_id = person and (ended_at is null or ended_at > since)
  );
end $$;

create or replace function guard_override_voter() returns trigger language plpgsql as $$
begin
  if exists (
    select from override_request o
    where o.id = new.override_id and represents_since(new.approver_id, o.provider_id, o.requested_at)
  ) then
    raise exception 'an operator cannot vote about a provider they represent'
      using errcode = 'check_violation', constraint = 'override_voter_is_no_representative';
  end if;
  return new;
end $$;

create or replace function guard_moderation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.state <> 'open' then
    raise exception 'a moderation that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  -- Another operator decides the appeal (contract §3).
  if new.is_appeal and new.decided_by is not null and exists (
    select from moderation where subject_id = new.subject_id and round < new.round and decided_by = new.decided_by
  ) then
    raise exception 'an appeal is decided by another operator'
      using errcode = 'check_violation', constraint = 'appeal_has_another_decider';
  end if;
  if new.decided_by is not null and represents_since(new.decided_by, new.provider_id, new.requested_at) then
    raise exception 'an operator cannot decide about a provider they represent'
      using errcode = 'check_violation', constraint = 'decider_is_no_representative';
  end if;
  return new;
end $$;

create or replace function guard_field_agent() returns trigger language plpgsql as $$
begin
  if new.assignee_id is null or (tg_op = 'UPDATE' and new.assignee_id is not distinct from old.assignee_id) then
    return new;
  end if;
  perform from operator where user_id = new.assignee_id and 'operations.field-work.perform' = any(permissions) for share;
  if not found then
    raise exception 'the assignee does no field work' using errcode = 'restrict_violation', constraint = 'agent_needs_permission';
  end if;
  if represents_since(new.assignee_id, new.provider_id, new.opened_at) then
    raise exception 'the assignee represents the provider' using errcode = 'restrict_violation', constraint = 'agent_is_no_representative';
  end if;
  return new;
end $$;

create or replace function guard_submission_review() returns trigger language plpgsql as $$
declare
  item field_work_item;
  submission field_submission;
begin
  select * into item from field_work_item where id = new.work_item_id for update;
  select * into submission from field_submission where id = new.submission_id;
  if item.state <> 'submitted' or not submission.is_final or exists (
    select from field_submission later
    where later.work_item_id = new.work_item_id and later.is_final and later.position > submission.position
  ) then
    raise exception 'the submission is not the one to review' using errcode = 'restrict_violation', constraint = 'review_open';
  end if;
  if new.outcome = 'accepted' and (submission.exposes_exact_location or submission.exposes_personal_data
    or submission.exposes_document_content or submission.exposes_other_persons) then
    raise exception 'the submission exposes private data' using errcode = 'restrict_violation', constraint = 'accepted_exposes_nothing';
  end if;
  if represents_since(new.reviewer_id, item.provider_id, item.opened_at) then
    raise exception 'the reviewer represents the provider' using errcode = 'restrict_violation', constraint = 'review_not_by_agent';
  end if;
  return new;
end $$;

-- The person whose sessions an action revoked does not judge it either.
create or replace function guard_emergency_review() returns trigger language plpgsql as $$
declare
  action emergency_action;
begin
  select * into action from emergency_action where id = new.action_id for update;
  if coalesce(action.lifted_at, action.expires_at) > new.reviewed_at then
    raise exception 'the emergency action is in force' using errcode = 'restrict_violation', constraint = 'emergency_review_after_end';
  end if;
  if action.target_id = new.reviewer_id or represents_since(new.reviewer_id, action.provider_id, action.started_at) then
    raise exception 'the emergency action concerns the reviewer'
      using errcode = 'restrict_violation', constraint = 'emergency_review_not_by_concerned';
  end if;
  return new;
end $$;
