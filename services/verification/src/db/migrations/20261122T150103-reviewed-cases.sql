-- A case of kind `review` names the decided case that it reviews (ADR 0059).
-- checked against release 1: they open no reviews; an assignee who judged the reviewed case is rejected.

alter table verification_case
  add constraint case_scope unique (id, provider_id, category_key),
  add column reviewed_case_id uuid,
  add constraint review_names_its_case check ((reviewed_case_id is not null) = (kind = 'review')),
  add constraint reviewed_case_is_of_the_provider
    foreign key (reviewed_case_id, provider_id, category_key) references verification_case (id, provider_id, category_key);
create index case_that_reviews on verification_case (reviewed_case_id) where reviewed_case_id is not null;

create function is_renewable(of_case verification_case) returns boolean language sql stable as $$
  select exists (
    select from claim
    where provider_id = of_case.provider_id and category_key = of_case.category_key and state = 'active'
      and valid_until > of_case.opened_at - interval '2160 hours');
$$;

-- Spec, confirmation condition 5: the case has the version that the provider has selected.
create or replace function guard_new_case() returns trigger language plpgsql as $$
begin
  if new.state <> 'awaiting_evidence' then
    raise exception 'a case begins by awaiting evidence' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from service_selection
    where id = new.selection_id and state = 'active' and provider_id = new.provider_id
      and category_key = new.category_key and requirement_version_id = new.requirement_version_id
  ) then
    raise exception 'a case has the version of an active selection' using errcode = 'restrict_violation';
  end if;
  if new.kind <> 'review' and exists (
    select from requirement_version v join requirement_version own on own.id = new.requirement_version_id
    where v.category_key = new.category_key and v.number > own.number
  ) then
    raise exception 'a case of kind % needs the active requirement version', new.kind using errcode = 'restrict_violation';
  end if;
  if new.kind = 'renewal' and not is_renewable(new) then
    raise exception 'a renewal needs a current or recently expired claim' using errcode = 'restrict_violation';
  end if;
  if new.kind = 'review' and not exists (select from decision where case_id = new.reviewed_case_id) then
    raise exception 'a review needs a decided case' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function judged_reviewed_case(person uuid, of_case uuid) returns boolean language sql stable as $$
  select exists (
    select from verification_case c
    where c.id = of_case and c.reviewed_case_id is not null and (
      has_reviewed(person, c.reviewed_case_id)
      or exists (
        select from case_assignment a
        where a.case_id = c.reviewed_case_id and a.assignee_id = person and a.duty = 'decide')));
$$;

create or replace function guard_assignment() returns trigger language plpgsql as $$
declare
  case_is case_state;
begin
  call require_permission(new.assignee_id, new.duty);
  select state into case_is from verification_case where id = new.case_id for update;
  if new.ended_at is not null or case_is is distinct from (
    case new.duty when 'review' then 'in_review' when 'decide' then 'recommended' when 'appeal' then 'under_appeal' end)::case_state
  then
    raise exception 'a case that is % takes no assignee for the duty %', case_is, new.duty using errcode = 'restrict_violation';
  end if;
  if stands_with_provider(new.assignee_id, new.case_id) or stands_with_provider(new.assigned_by, new.case_id) then
    call refuse_duty('assignee or assigner stands with the provider');
  end if;
  if new.duty <> 'review' and has_reviewed(new.assignee_id, new.case_id) then
    call refuse_duty('the assignee has reviewed the case');
  end if;
  if judged_reviewed_case(new.assignee_id, new.case_id) then
    call refuse_duty('the assignee has reviewed or decided the reviewed case');
  end if;
  return new;
end $$;
