-- Correction requests: an operator marks single requirements of a case, and the provider corrects them (ADR 0060).
-- checked against release 1: verification is stopped for claim-changes of the same release.

create type correction_state as enum ('open', 'fulfilled', 'withdrawn', 'expired', 'cancelled');

create table correction_request (
  id uuid primary key,
  case_id uuid not null references verification_case,
  -- The duty of the operator who requested it: a reviewer, or a decider who sends a recommended case back.
  duty case_duty not null check (duty in ('review', 'decide')),
  requested_by uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at > requested_at),
  state correction_state not null default 'open',
  ended_at timestamptz,
  unique (id, case_id),
  constraint ended_correction_has_end check ((ended_at is not null) = (state <> 'open'))
);
-- Promise M3.
create unique index one_open_correction on correction_request (case_id) where state = 'open';
create index correction_of_case on correction_request (case_id, requested_at);
call make_record('correction_request', 'state', 'ended_at');

-- The mirror of corrections/transitions.ts.
insert into allowed_transition values
  ('correction_request', 'open', 'fulfilled'),
  ('correction_request', 'open', 'withdrawn'),
  ('correction_request', 'open', 'expired'),
  ('correction_request', 'open', 'cancelled');
call guard_transitions('correction_request', 'correction_request');

create table correction_item (
  correction_request_id uuid not null,
  case_id uuid not null,
  requirement_key text not null,
  -- What was marked.
  evidence_version_id uuid not null,
  reason_codes text[] not null check (cardinality(reason_codes) between 1 and 10),
  is_final boolean not null,
  text text not null check (char_length(text) between 1 and 1000),
  primary key (correction_request_id, requirement_key),
  foreign key (correction_request_id, case_id) references correction_request (id, case_id),
  foreign key (evidence_version_id, case_id, requirement_key) references evidence_version (id, case_id, requirement_key),
  -- The mirror of correctionReasons in packages/contracts.
  constraint known_correction_reason check (reason_codes <@ array['copy_not_accepted', 'document_expired',
    'document_illegible', 'document_incomplete', 'document_protected', 'name_mismatch', 'wrong_document',
    'document_not_authentic', 'qualification_not_sufficient', 'register_contradicts']),
  constraint final_by_its_reasons check (is_final = (reason_codes && array['document_not_authentic',
    'qualification_not_sufficient', 'register_contradicts']))
);
create index correction_item_of_case on correction_item (case_id, requirement_key);
call make_immutable('correction_item');

-- One reminder of a deadline for each number of days before it, whichever replica sends it.
create table correction_reminder (
  case_id uuid not null references verification_case,
  due_at timestamptz not null,
  days_before smallint not null,
  sent_at timestamptz not null,
  primary key (case_id, due_at, days_before)
);
call make_immutable('correction_reminder');
create index case_to_correct on verification_case (correction_due_at) where state = 'awaiting_correction';

-- Promise Z3.
create function guard_correction() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'a correction request begins open' using errcode = 'restrict_violation';
  end if;
  call require_permission(new.requested_by, new.duty);
  perform from verification_case
  where id = new.case_id and state = (case new.duty when 'review' then 'in_review' else 'recommended' end)::case_state
  for update;
  if not found or not holds_duty(new.requested_by, new.case_id, new.duty) then
    raise exception 'a correction is requested by the assignee of the duty that the case waits for'
      using errcode = 'restrict_violation';
  end if;
  if stands_with_provider(new.requested_by, new.case_id) then
    call refuse_duty('the requester stands with the provider');
  end if;
  return new;
end $$;
create trigger guard_correction before insert on correction_request for each row execute function guard_correction();
alter table correction_request enable always trigger guard_correction;

create function guard_correction_end() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'an ended correction request cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_correction_end before update on correction_request
  for each row execute function guard_correction_end();
alter table correction_request enable always trigger guard_correction_end;

create function guard_correction_item() returns trigger language plpgsql as $$
begin
  if not exists (select from correction_request where id = new.correction_request_id and state = 'open')
    or exists (select from verification_case where id = new.case_id and state = 'awaiting_correction')
  then
    raise exception 'nothing is added to a correction request' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_correction_item before insert on correction_item
  for each row execute function guard_correction_item();
alter table correction_item enable always trigger guard_correction_item;

-- At commit: an open request has a requirement to correct, and its case awaits the correction until its deadline.
create function check_correction() returns trigger language plpgsql as $$
begin
  if exists (
    select from correction_request q join verification_case c on c.id = q.case_id
    where q.case_id = (to_jsonb(new) ->> tg_argv[0])::uuid and q.state = 'open' and (
      c.state <> 'awaiting_correction' or c.correction_due_at <> q.due_at
      or not exists (select from correction_item i where i.correction_request_id = q.id and not i.is_final))
  ) then
    raise exception 'a case with an open correction request awaits the correction' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger open_correction_is_awaited after insert on correction_request deferrable initially deferred
  for each row execute function check_correction('case_id');
create constraint trigger correction_ends_with_case after update on verification_case deferrable initially deferred
  for each row when (old.state = 'awaiting_correction' and new.state <> old.state) execute function check_correction('id');
alter table correction_request enable always trigger open_correction_is_awaited;
alter table verification_case enable always trigger correction_ends_with_case;

-- In `awaiting_correction` a requirement that has evidence keeps it.
create or replace function guard_case_requirement() returns trigger language plpgsql as $$
declare
  case_is case_state;
begin
  select state into case_is from verification_case where id = new.case_id;
  if not (
    case_is = 'awaiting_evidence'
    or tg_op = 'UPDATE' and new.evidence_version_id is null and case_is in ('in_review', 'recommended', 'awaiting_correction')
    or tg_op = 'UPDATE' and old.evidence_version_id is null and case_is = 'awaiting_correction'
  ) then
    raise exception 'what a case asks for is settled' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function guard_evidence() returns trigger language plpgsql as $$
begin
  if new.state <> 'refused' then
    perform from verification_case where id = new.case_id for update;
    if took_part(new.uploaded_by, new.case_id) then
      call refuse_duty('the uploader has had a duty of the case');
    end if;
    if not exists (
      select from verification_case c join case_requirement r on r.case_id = c.id and r.requirement_key = new.requirement_key
      where c.id = new.case_id
        and (c.state = 'awaiting_evidence' or c.state = 'awaiting_correction' and r.evidence_version_id is null)
    ) then
      raise exception 'the case does not await this evidence' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create function is_marked_final(of_case uuid, of_requirement text) returns boolean language plpgsql as $$
begin
  return exists (
    select from correction_item i join correction_request q on q.id = i.correction_request_id
    where i.case_id = of_case and i.requirement_key = of_requirement and i.is_final and q.state <> 'withdrawn');
end $$;

create or replace function guard_recommendation() returns trigger language plpgsql as $$
declare
  uncertain record;
begin
  for uncertain in
    select c.requirement_key, r.field_visit and not exists (
        select from field_submission s where s.case_id = c.case_id and s.requirement_key = c.requirement_key) as unvisited,
      is_marked_final(c.case_id, c.requirement_key) as final
    from case_requirement c
    join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = c.requirement_key
    where c.case_id = new.case_id and (
      select k.result from case_check k
      where k.case_id = c.case_id and k.evidence_version_id = c.evidence_version_id
      order by k.position desc limit 1) is distinct from 'failed'
  loop
    if uncertain.unvisited then
      raise exception 'a requirement with a field visit needs an accepted field submission'
        using errcode = 'restrict_violation', constraint = 'visit_needs_submission';
    end if;
    if uncertain.final then
      raise exception 'a requirement that is marked final has a failed check'
        using errcode = 'restrict_violation', constraint = 'final_needs_failed_check';
    end if;
  end loop;
  return new;
end $$;

alter type timeline_type add value 'case_correction_requested';
alter type timeline_type add value 'case_correction_withdrawn';
-- Why the case refused evidence.
alter table timeline_entry add column reason text;

grant select, insert, update (state, ended_at) on correction_request to service_app;
grant select, insert on correction_item, correction_reminder to service_app;
