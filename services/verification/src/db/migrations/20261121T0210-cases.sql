-- Cases, the evidence in them, and the work of reviewers.

create type case_state as enum ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'decided',
  'under_appeal', 'closed', 'withdrawn', 'expired');
create type case_outcome as enum ('verified', 'verified_with_limitations', 'not_verified', 'inconclusive');

create table verification_case (
  id uuid primary key,
  provider_id uuid not null references provider,
  category_key text not null,
  selection_id uuid not null references selection,
  requirement_version_id uuid not null,
  state case_state not null default 'awaiting_evidence',
  outcome case_outcome,
  reviewer_id uuid,
  -- The recommendation that stands; a correction sets it aside.
  recommendation_id uuid,
  recommender_id uuid,
  opened_at timestamptz not null,
  correction_due_at timestamptz,
  foreign key (requirement_version_id, category_key) references requirement_version (id, category_key),
  unique (id, requirement_version_id),
  constraint decided_has_outcome check ((outcome is not null) = (state in ('decided', 'under_appeal', 'closed'))),
  constraint correction_has_end check ((correction_due_at is not null) = (state = 'awaiting_correction')),
  constraint recommended_by_somebody check (
    (recommendation_id is null) = (recommender_id is null)
    and case
      when state in ('awaiting_evidence', 'in_review', 'awaiting_correction') then recommendation_id is null
      when state in ('recommended', 'decided', 'under_appeal', 'closed') then recommendation_id is not null
      else true
    end
  )
);
-- Promise M3.
create unique index one_open_case on verification_case (provider_id, category_key)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction');
create index case_of_provider on verification_case (provider_id, opened_at desc, id desc);
create index case_of_selection on verification_case (selection_id);

-- The mirror of cases/transitions.ts.
insert into allowed_transition values
  ('case', 'awaiting_evidence', 'in_review'),
  ('case', 'awaiting_evidence', 'withdrawn'),
  ('case', 'in_review', 'recommended'),
  ('case', 'in_review', 'awaiting_correction'),
  ('case', 'in_review', 'withdrawn'),
  ('case', 'recommended', 'decided'),
  ('case', 'recommended', 'awaiting_correction'),
  ('case', 'recommended', 'withdrawn'),
  ('case', 'awaiting_correction', 'in_review'),
  ('case', 'awaiting_correction', 'withdrawn'),
  ('case', 'awaiting_correction', 'expired'),
  ('case', 'decided', 'under_appeal'),
  ('case', 'under_appeal', 'closed');
call guard_transitions('verification_case', 'case');
call make_record('verification_case', 'state', 'outcome', 'reviewer_id', 'recommendation_id', 'recommender_id', 'correction_due_at');

create type evidence_state as enum ('pending_scan', 'available', 'rejected', 'refused');

create table evidence_version (
  id uuid primary key,
  evidence_id uuid not null,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  document_kind text not null,
  uploaded_by uuid not null,
  -- `refused`: it came when the case had moved on, and is no part of it.
  state evidence_state not null default 'pending_scan',
  confirmed_at timestamptz not null,
  unique (id, case_id, requirement_key)
);
create index evidence_of_uploader on evidence_version (case_id, uploaded_by);
call make_record('evidence_version', 'state');
insert into allowed_transition values
  ('evidence_version', 'pending_scan', 'available'),
  ('evidence_version', 'pending_scan', 'rejected'),
  ('evidence_version', 'available', 'rejected');
call guard_transitions('evidence_version', 'evidence_version');

-- What the case asks for, and the version that at present answers it.
create table case_requirement (
  case_id uuid not null,
  requirement_version_id uuid not null,
  requirement_key text not null,
  evidence_version_id uuid,
  primary key (case_id, requirement_key),
  foreign key (case_id, requirement_version_id) references verification_case (id, requirement_version_id),
  foreign key (requirement_version_id, requirement_key) references requirement,
  foreign key (evidence_version_id, case_id, requirement_key) references evidence_version (id, case_id, requirement_key)
);
call make_record('case_requirement', 'evidence_version_id');

create function guard_case_requirement() returns trigger language plpgsql as $$
begin
  if not exists (
    select from verification_case where id = new.case_id and (
      state = 'awaiting_evidence' or tg_op = 'UPDATE' and state in ('in_review', 'recommended', 'awaiting_correction'))
  ) then
    raise exception 'what a case asks for is settled' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_case_requirement before insert or update on case_requirement
  for each row execute function guard_case_requirement();
alter table case_requirement enable always trigger guard_case_requirement;

create table case_assignment (
  id uuid primary key,
  case_id uuid not null references verification_case,
  assignee_id uuid not null,
  assigned_by uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  assigned_at timestamptz not null
);
create index assignment_of_case on case_assignment (case_id, assignee_id);
call make_immutable('case_assignment');

create type check_result as enum ('clear', 'consider', 'failed');

create table case_check (
  id uuid primary key,
  -- The last check of an evidence version is the one that counts.
  position bigint generated always as identity unique,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  evidence_version_id uuid not null,
  method check_method not null,
  result check_result not null,
  observations text,
  limitations text[] not null,
  reason text not null check (char_length(reason) between 10 and 500),
  checked_by uuid not null,
  checked_at timestamptz not null,
  foreign key (evidence_version_id, case_id, requirement_key) references evidence_version (id, case_id, requirement_key),
  unique (id, case_id, requirement_key, evidence_version_id, result)
);
create index check_of_evidence on case_check (case_id, evidence_version_id, position desc);
call make_immutable('case_check');

create table recommendation (
  id uuid primary key,
  case_id uuid not null references verification_case,
  outcome case_outcome not null,
  limitations text[] not null,
  reason_codes text[] not null check (cardinality(reason_codes) > 0),
  reason text not null check (char_length(reason) between 10 and 500),
  recommender_id uuid not null,
  recommended_at timestamptz not null,
  unique (id, case_id, recommender_id)
);
create index recommendation_of_case on recommendation (case_id, recommender_id);
call make_immutable('recommendation');

alter table verification_case
  add foreign key (recommendation_id, id, recommender_id) references recommendation (id, case_id, recommender_id);

-- Separation of duties (promise Z3), for everybody alike and whatever the application does.

create procedure refuse_duty(because text) language plpgsql as $$
begin
  raise exception 'separation of duties: %', because
    using errcode = 'restrict_violation', constraint = 'separation_of_duties';
end $$;

create function stands_with_provider(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return exists (select from evidence_version where case_id = of_case and uploaded_by = person)
    or exists (
      select from verification_case c join representative r on r.provider_id = c.provider_id
      where c.id = of_case and r.user_id = person and (r.ended_at is null or r.ended_at > c.opened_at)
    );
end $$;

create function has_reviewed(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return exists (select from verification_case where id = of_case and reviewer_id = person)
    or exists (select from case_assignment where case_id = of_case and assignee_id = person)
    or exists (select from case_check where case_id = of_case and checked_by = person)
    or exists (select from recommendation where case_id = of_case and recommender_id = person);
end $$;

create function guard_case() returns trigger language plpgsql as $$
begin
  if old.state in ('closed', 'withdrawn', 'expired') then
    raise exception 'a case that is % cannot change', old.state using errcode = 'restrict_violation';
  end if;
  if old.outcome is not null and (new.state = old.state or to_jsonb(new) - 'state' is distinct from to_jsonb(old) - 'state') then
    raise exception 'a decided case cannot change' using errcode = 'restrict_violation';
  end if;
  if new.reviewer_id is distinct from old.reviewer_id and stands_with_provider(new.reviewer_id, new.id) then
    call refuse_duty('the reviewer stands with the provider');
  end if;
  return new;
end $$;
create trigger guard_case before update on verification_case for each row execute function guard_case();
alter table verification_case enable always trigger guard_case;

create function guard_new_case() returns trigger language plpgsql as $$
begin
  if new.state <> 'awaiting_evidence' or new.reviewer_id is not null then
    raise exception 'a case begins by awaiting evidence' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_new_case before insert on verification_case for each row execute function guard_new_case();
alter table verification_case enable always trigger guard_new_case;

create function guard_evidence() returns trigger language plpgsql as $$
begin
  if new.state <> 'refused' then
    perform from verification_case where id = new.case_id for update;
    if has_reviewed(new.uploaded_by, new.case_id) then
      call refuse_duty('the uploader has reviewed the case');
    end if;
  end if;
  return new;
end $$;
create trigger guard_evidence before insert on evidence_version for each row execute function guard_evidence();
alter table evidence_version enable always trigger guard_evidence;

create function guard_assignment() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id for update;
  if stands_with_provider(new.assignee_id, new.case_id) or stands_with_provider(new.assigned_by, new.case_id) then
    call refuse_duty('reviewer or assigner stands with the provider');
  end if;
  return new;
end $$;
create trigger guard_assignment before insert on case_assignment for each row execute function guard_assignment();
alter table case_assignment enable always trigger guard_assignment;

-- The argument names the column with the person who works.
create function guard_review_work() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
begin
  perform from verification_case where id = new.case_id and state = 'in_review' and reviewer_id = person for update;
  if not found then
    raise exception 'a case in review is for its assigned reviewer' using errcode = 'restrict_violation';
  end if;
  if stands_with_provider(person, new.case_id) then
    call refuse_duty('the reviewer stands with the provider');
  end if;
  return new;
end $$;
create trigger guard_review_work before insert on case_check for each row execute function guard_review_work('checked_by');
create trigger guard_review_work before insert on recommendation for each row execute function guard_review_work('recommender_id');
alter table case_check enable always trigger guard_review_work;
alter table recommendation enable always trigger guard_review_work;

grant select, insert, update (state, outcome, reviewer_id, recommendation_id, recommender_id, correction_due_at)
  on verification_case to service_app;
grant select, insert, update (state) on evidence_version to service_app;
grant select, insert, update (evidence_version_id) on case_requirement to service_app;
grant select, insert on case_assignment, case_check, recommendation to service_app;
