-- Cases: what verification keeps of other services, the cases themselves, and the evidence in them.

create function keep_facts() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv then
    raise exception 'of % only % may change', tg_table_name, tg_argv using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A record of which only the named columns can change, and which is never deleted (promise M2).
create procedure make_record(target regclass, variadic changing text[]) language plpgsql as $$
begin
  execute format('create trigger keep_facts before update on %s for each row execute function keep_facts(%s)', target,
    (select string_agg(quote_literal(name), ', ') from unnest(changing) name));
  execute format('create trigger refuse_delete before delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger keep_facts', target);
  execute format('alter table %s enable always trigger refuse_delete', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;

-- Events of other services fill these tables.

create type provider_state as enum ('draft', 'active', 'suspended', 'closed');
create table provider (
  id uuid primary key,
  state provider_state not null,
  -- A provider needs both before a case can be opened. Null until the provider service announces it.
  has_profile boolean,
  has_location boolean
);
grant select, insert, update (state, has_profile, has_location) on provider to service_app;

create table representative (
  assignment_id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  -- While an acceptance awaits approval, when its invitation expires. The assignment of the same id clears it. Any other end is final.
  ended_at timestamptz,
  is_awaiting boolean not null default false
);
create index representative_person on representative (provider_id, user_id);
create index representative_user on representative (user_id);
call make_record('representative', 'ended_at', 'is_awaiting');
grant select, insert, update (ended_at, is_awaiting) on representative to service_app;

-- Now, within the 12 months before, or by an acceptance that awaits approval (docs/domain/review-and-duties.md 4).
create function represents_since(person uuid, of_provider uuid, since timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from representative
    where provider_id = of_provider and user_id = person
      and (ended_at is null or ended_at > case when is_awaiting then since else since - interval '12 months' end)
  );
end $$;

-- The permissions of operators, from identity. Only operators with the permission of a duty can be assigned to it.
create table operator (
  user_id uuid primary key,
  permissions text[] not null,
  changed_at timestamptz not null
);
grant select, insert, update on operator to service_app;

-- Until when operators are present. Automatic assignments choose among them (docs/domain/review-and-duties.md 12).
create table operator_presence (
  user_id uuid primary key,
  present_until timestamptz not null,
  announced_at timestamptz not null
);
grant select, insert, update (present_until, announced_at) on operator_presence to service_app;

create table requirement_version (
  id uuid primary key,
  category_key text not null,
  number integer not null check (number > 0),
  policy_version text not null,
  activated_at timestamptz not null,
  unique (id, category_key)
);
call make_immutable('requirement_version');
grant select, insert on requirement_version to service_app;

create table requirement (
  requirement_version_id uuid not null references requirement_version,
  key text not null,
  position smallint not null,
  label jsonb not null,
  document_kinds text[] not null check (cardinality(document_kinds) > 0),
  media_types text[] not null check (cardinality(media_types) > 0),
  max_size_bytes integer not null check (max_size_bytes > 0),
  field_visit boolean not null,
  claim_type text not null,
  claim_statement jsonb not null,
  claim_source_kind text not null,
  claim_limitations text[] not null check (cardinality(claim_limitations) > 0),
  claim_validity_days smallint not null check (claim_validity_days between 1 and 365),
  primary key (requirement_version_id, key),
  -- A decision names what it grants by type, so a version has one requirement of each type.
  unique (requirement_version_id, claim_type),
  unique (requirement_version_id, key, claim_type)
);
call make_immutable('requirement');
grant select, insert on requirement to service_app;

create type check_method as enum ('document_review', 'register_check', 'field_visit');
-- The methods of a check that a requirement allows (docs/domain/review-and-duties.md 18).
create table requirement_method (
  requirement_version_id uuid not null,
  requirement_key text not null,
  method check_method not null,
  primary key (requirement_version_id, requirement_key, method),
  foreign key (requirement_version_id, requirement_key) references requirement
);
call make_immutable('requirement_method');
grant select, insert on requirement_method to service_app;

-- The French texts of limitations. Claims and decisions name a limitation by its English text.
create table limitation_text (
  en text primary key,
  fr text not null
);
grant select, insert, update (fr) on limitation_text to service_app;

create type selection_state as enum ('active', 'removed');
-- A selection may arrive before its requirement version, which is another aggregate.
create table service_selection (
  id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  state selection_state not null default 'active'
);
create unique index one_active_selection on service_selection (provider_id, category_key) where state = 'active';
create index selection_of_version on service_selection (requirement_version_id) where state = 'active';
call make_record('service_selection', 'state');
insert into allowed_transition values
  ('selection', 'active', 'removed');
call guard_transitions('service_selection', 'selection');
grant select, insert, update (state) on service_selection to service_app;

-- Emergency actions of operations on cases and claims. No row changes when one ends, so readers compare ends_at.
create table emergency_action (
  action_id uuid primary key,
  kind text not null check (kind in ('freeze_case', 'withhold_claim')),
  target_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index emergency_action_of_target on emergency_action (target_id, kind, ends_at);
grant select, insert, update (ends_at) on emergency_action to service_app;

-- Approved overrides on cases and claims (docs/domain/overrides-and-emergency-actions.md 11, 12). The end of a block is computed
-- when it is read.
create table applied_override (
  override_id uuid primary key,
  kind text not null check (kind in ('deadline-extension', 'case-reassignment-block', 'claim-suspension-lift')),
  target_id uuid not null,
  ends_at timestamptz,
  approved_at timestamptz not null,
  recorded_in xid8 not null default pg_current_xact_id(),
  check ((ends_at is not null) = (kind = 'case-reassignment-block'))
);
create index applied_override_block on applied_override (target_id, ends_at) where kind = 'case-reassignment-block';
call make_immutable('applied_override');
grant select, insert on applied_override to service_app;

-- Cases.

create type case_state as enum ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'decided',
  'under_appeal', 'closed', 'withdrawn', 'expired');
create type case_outcome as enum ('verified', 'verified_with_limitations', 'not_verified', 'inconclusive');
-- Why a case was opened (docs/domain/case.md 1).
create type case_kind as enum ('initial', 'renewal', 'review');
create table verification_case (
  id uuid primary key,
  provider_id uuid not null references provider,
  category_key text not null,
  selection_id uuid not null references service_selection,
  requirement_version_id uuid not null,
  state case_state not null default 'awaiting_evidence',
  outcome case_outcome,
  -- The recommendation in force. A correction sets it aside.
  recommendation_id uuid,
  recommender_id uuid,
  opened_at timestamptz not null,
  correction_due_at timestamptz,
  kind case_kind not null default 'initial',
  for_appeal boolean not null default false check (not for_appeal or kind = 'review'),
  reviewed_case_id uuid,
  foreign key (requirement_version_id, category_key) references requirement_version (id, category_key),
  unique (id, requirement_version_id),
  constraint decided_has_outcome check ((outcome is not null) = (state in ('decided', 'under_appeal', 'closed'))),
  constraint correction_has_end check ((correction_due_at is not null) = (state = 'awaiting_correction')),
  constraint case_scope unique (id, provider_id, category_key),
  -- A case of kind `review` names the decided case that it reviews (docs/domain/case.md 4).
  constraint review_names_its_case check ((reviewed_case_id is not null) = (kind = 'review')),
  constraint reviewed_case_is_of_the_provider
    foreign key (reviewed_case_id, provider_id, category_key) references verification_case (id, provider_id, category_key),
  constraint recommended_by_somebody check (
    (recommendation_id is null) = (recommender_id is null)
    and case
      when state in ('awaiting_evidence', 'in_review', 'awaiting_correction') then recommendation_id is null
      when state in ('recommended', 'decided', 'under_appeal') then recommendation_id is not null
      when state = 'closed' then recommendation_id is not null or kind = 'review'
      else true
    end
  )
);
-- Promise M3. A case for the documents of an appeal has its place beside the other (docs/domain/appeal.md 11).
create unique index one_open_case on verification_case (provider_id, category_key)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction') and not for_appeal;
create index case_of_provider on verification_case (provider_id, opened_at desc, id desc);
create index case_that_awaits_evidence on verification_case (opened_at) where state = 'awaiting_evidence' and kind <> 'review';
create index case_of_selection on verification_case (selection_id);
create index case_that_reviews on verification_case (reviewed_case_id) where reviewed_case_id is not null;
create index case_to_correct on verification_case (correction_due_at) where state = 'awaiting_correction';
-- These repeat transitions.ts of cases.
insert into allowed_transition values
  ('case', 'awaiting_evidence', 'in_review'), ('case', 'awaiting_evidence', 'withdrawn'), ('case', 'awaiting_evidence', 'expired'),
  ('case', 'in_review', 'recommended'), ('case', 'in_review', 'awaiting_correction'), ('case', 'in_review', 'withdrawn'),
  ('case', 'in_review', 'closed'),
  ('case', 'recommended', 'decided'), ('case', 'recommended', 'awaiting_correction'), ('case', 'recommended', 'withdrawn'),
  ('case', 'awaiting_correction', 'in_review'), ('case', 'awaiting_correction', 'withdrawn'),
  ('case', 'awaiting_correction', 'expired'),
  ('case', 'decided', 'under_appeal'),
  ('case', 'under_appeal', 'closed');
call guard_transitions('verification_case', 'case');
call make_record('verification_case', 'state', 'outcome', 'recommendation_id', 'recommender_id', 'correction_due_at');
grant select, insert, update (state, outcome, recommendation_id, recommender_id, correction_due_at) on verification_case to service_app;

create function guard_case() returns trigger language plpgsql as $$
declare
  changing text[] := case when old.state = 'under_appeal' then '{state,outcome}' else '{state}' end;
begin
  if old.state in ('closed', 'withdrawn', 'expired') then
    raise exception 'a case that is % cannot change', old.state using errcode = 'restrict_violation';
  end if;
  if old.outcome is not null and (new.state = old.state or to_jsonb(new) - changing is distinct from to_jsonb(old) - changing) then
    raise exception 'a decided case cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_case before update on verification_case for each row execute function guard_case();
alter table verification_case enable always trigger guard_case;

-- Spec, confirmation condition 5: a case has the requirement version that the provider has selected.
create function guard_new_case() returns trigger language plpgsql as $$
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
create trigger guard_new_case before insert on verification_case for each row execute function guard_new_case();
alter table verification_case enable always trigger guard_new_case;

-- Evidence.

-- `refused`: the evidence arrived when its case had moved on, and is no part of it. `withdrawn`: the provider took it back before the
-- review ended. `lost`: the store lost it.
create type evidence_state as enum ('pending_scan', 'available', 'rejected', 'refused', 'withdrawn', 'lost');
create table evidence_version (
  id uuid primary key,
  evidence_id uuid not null,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  document_kind text not null,
  uploaded_by uuid not null,
  -- Another provider submitted the same bytes.
  is_submitted_elsewhere boolean not null default false,
  state evidence_state not null default 'pending_scan',
  confirmed_at timestamptz not null,
  unique (id, case_id, requirement_key)
);
create index evidence_of_uploader on evidence_version (case_id, uploaded_by);
call make_record('evidence_version', 'state', 'is_submitted_elsewhere');
insert into allowed_transition values
  ('evidence_version', 'pending_scan', 'available'), ('evidence_version', 'pending_scan', 'rejected'),
  ('evidence_version', 'pending_scan', 'withdrawn'), ('evidence_version', 'pending_scan', 'lost'),
  ('evidence_version', 'available', 'rejected'), ('evidence_version', 'available', 'withdrawn'),
  ('evidence_version', 'available', 'lost');
call guard_transitions('evidence_version', 'evidence_version');
grant select, insert, update (state, is_submitted_elsewhere) on evidence_version to service_app;

create function add_own_evidence() returns trigger language plpgsql as $$
begin
  insert into case_evidence (evidence_version_id, case_id, requirement_key) values (new.id, new.case_id, new.requirement_key);
  return null;
end $$;
create trigger add_own_evidence after insert on evidence_version for each row execute function add_own_evidence();
alter table evidence_version enable always trigger add_own_evidence;

-- The procedures and functions about duties are in 0004-appeals-and-duties.sql.
create function guard_evidence() returns trigger language plpgsql as $$
begin
  if new.state <> 'refused' then
    perform from verification_case where id = new.case_id for update;
    if took_part(new.uploaded_by, new.case_id) then
      call refuse_duty('the uploader has had a duty of the case');
    end if;
    if not exists (
      select from verification_case c join case_requirement r on r.case_id = c.id and r.requirement_key = new.requirement_key
      where c.id = new.case_id
        and (c.state = 'awaiting_evidence' or c.state = 'awaiting_correction' and r.evidence_version_id is null
          and not is_marked_final(c.id, r.requirement_key))
    ) then
      raise exception 'the case does not await this evidence' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger guard_evidence before insert on evidence_version for each row execute function guard_evidence();
alter table evidence_version enable always trigger guard_evidence;

create function guard_reviewed_evidence() returns trigger language plpgsql as $$
begin
  if new.state <> 'refused' and exists (
    select from verification_case c
    where c.id = new.case_id and c.reviewed_case_id is not null and took_part(new.uploaded_by, c.reviewed_case_id)
  ) then
    call refuse_duty('the uploader has had a duty of the reviewed case');
  end if;
  return new;
end $$;
create trigger guard_reviewed_evidence before insert on evidence_version
  for each row execute function guard_reviewed_evidence();
alter table evidence_version enable always trigger guard_reviewed_evidence;

-- The evidence on which a case can be judged: its own, and in a review that of the current claims (docs/domain/review-and-duties.md 28).
create table case_evidence (
  evidence_version_id uuid not null references evidence_version,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  -- The claim that is based on evidence of an earlier case, and that the review cannot extend. 0003 adds its foreign key.
  claim_id uuid,
  primary key (evidence_version_id, case_id),
  unique (evidence_version_id, case_id, requirement_key)
);
create index case_evidence_of_case on case_evidence (case_id);
call make_immutable('case_evidence');
grant select, insert on case_evidence to service_app;

create function guard_case_evidence() returns trigger language plpgsql as $$
declare
  version evidence_version;
begin
  select * into version from evidence_version where id = new.evidence_version_id and requirement_key = new.requirement_key;
  if new.claim_id is null and version.case_id is distinct from new.case_id then
    raise exception 'the evidence is of another case' using errcode = 'restrict_violation';
  end if;
  if new.claim_id is null then
    return new;
  end if;
  perform from verification_case c
    join claim g on g.id = new.claim_id and g.provider_id = c.provider_id and g.category_key = c.category_key
    join decision_claim l on l.decision_id = g.decision_id and l.claim_type = g.claim_type
  where c.id = new.case_id and c.kind = 'review' and c.state in ('awaiting_evidence', 'awaiting_correction')
    and not exists (select from appeal where evidence_case_id = c.id)
    and g.state in ('active', 'suspended') and l.evidence_version_id = version.id and version.state = 'available';
  if not found then
    raise exception 'a review rests on available evidence of a current claim' using errcode = 'restrict_violation';
  end if;
  if took_part(version.uploaded_by, new.case_id) then
    call refuse_duty('the uploader has had a duty of the case');
  end if;
  return new;
end $$;
create trigger guard_case_evidence before insert on case_evidence for each row execute function guard_case_evidence();
alter table case_evidence enable always trigger guard_case_evidence;

create table case_requirement (
  case_id uuid not null,
  requirement_version_id uuid not null,
  requirement_key text not null,
  evidence_version_id uuid,
  -- When its last document was removed: an empty case ends 30 days later (docs/domain/case.md 43).
  emptied_at timestamptz,
  primary key (case_id, requirement_key),
  foreign key (case_id, requirement_version_id) references verification_case (id, requirement_version_id),
  foreign key (requirement_version_id, requirement_key) references requirement,
  constraint requirement_has_evidence
    foreign key (evidence_version_id, case_id, requirement_key) references case_evidence (evidence_version_id, case_id, requirement_key)
);
call make_record('case_requirement', 'evidence_version_id', 'emptied_at');
grant select, insert, update (evidence_version_id, emptied_at) on case_requirement to service_app;

-- Evidence is replaced only in `awaiting_evidence`. In `awaiting_correction` only a requirement without evidence gets one.
create function guard_case_requirement() returns trigger language plpgsql as $$
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
create trigger guard_case_requirement before insert or update on case_requirement
  for each row execute function guard_case_requirement();
alter table case_requirement enable always trigger guard_case_requirement;
