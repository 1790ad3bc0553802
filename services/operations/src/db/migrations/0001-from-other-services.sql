-- Events of other services fill these tables: labels, flags, states, counts, no places and documents (docs/domain/work-queue.md 27).

create table provider_label (
  provider_id uuid primary key,
  display_name text not null,
  is_closed boolean not null default false,
  public_provider_id text,
  -- Null until the first event or snapshot of this form arrives.
  state text check (state in ('draft', 'active', 'suspended', 'closed')),
  publication text check (publication in ('unpublished', 'published', 'withheld')),
  -- The words of the name in lower case and without accents (search-words.ts).
  search_words text not null default '',
  has_profile boolean not null default true,
  private_base_configured boolean not null default false,
  public_premises_configured boolean not null default false,
  service_area_configured boolean not null default false,
  active_services integer not null default 0,
  -- A private base is no location, because it is never public.
  is_complete boolean not null generated always as
    (has_profile and active_services > 0 and (public_premises_configured or service_area_configured)) stored
);
-- The ids of providers are UUIDv7, so their order is that of registration. Each filter has an index in that order.
create index provider_label_of_state on provider_label (state, provider_id);
create index provider_label_of_publication on provider_label (publication, provider_id);
create index provider_label_of_completeness on provider_label (is_complete, provider_id);
create index provider_label_words on provider_label using gin (to_tsvector('simple', search_words));
-- Operators look a provider up by the id that the public sees.
create index provider_label_by_public_id on provider_label (public_provider_id);
grant select, insert, update on provider_label to service_app;

create table requirement_version (
  id uuid primary key,
  category_key text not null,
  category_label jsonb not null,
  -- The labels of each requirement key, by language.
  requirement_labels jsonb not null
);
grant select, insert, update on requirement_version to service_app;

create table provider_service (
  selection_id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  is_active boolean not null
);
create index provider_service_of_provider on provider_service (provider_id);
create index provider_service_of_category on provider_service (category_key, provider_id) where is_active;
grant select, insert, update (requirement_version_id, is_active) on provider_service to service_app;

-- Operators and their permissions, from identity. Representatives, below, are from the provider service.
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

create table representative (
  assignment_id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  -- While an acceptance awaits approval, when its invitation expires. The assignment of the same id clears it. Any other end is final.
  ended_at timestamptz,
  is_awaiting boolean not null default false
);
create index representative_person on representative (provider_id, user_id);
create index representative_of_person on representative (user_id);
grant select, insert, update (ended_at, is_awaiting) on representative to service_app;

-- Whoever represented a provider while its work was open, or within the 12 months before, has no part in that work (promise Z3).
create function represents_since(person uuid, of_provider uuid, since timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from representative
    where provider_id = of_provider and user_id = person
      and (ended_at is null or ended_at > case when is_awaiting then since else since - interval '12 months' end)
  );
end $$;

create table triage_case (
  case_id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  requirement_keys text[] not null,
  state text not null check (state in (
    'awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'decided', 'under_appeal', 'closed', 'withdrawn', 'expired'
  )),
  reviewer_id uuid,
  recommender_id uuid,
  opened_at timestamptz not null,
  -- The service-level clock: it runs until due_at, or is paused with remaining_ms of working time left.
  sla_stage text check (sla_stage in ('triage', 'review', 'appeal')),
  due_at timestamptz,
  remaining_ms integer check (remaining_ms >= 0),
  -- The queue hides a case with a decider from all others who decide (docs/domain/work-queue.md 2).
  decider_id uuid,
  -- The end of the correction window, after which the case leaves the queue without an event.
  correction_due_at timestamptz,
  kind text check (kind in ('initial', 'renewal', 'review')),
  outcome text check (outcome in ('verified', 'verified_with_limitations', 'not_verified', 'inconclusive')),
  awaited_keys text[] not null default '{}',
  appeal_reviewer_id uuid,
  -- The assignee of the duty that the case waits for.
  holder_id uuid generated always as (
    case state when 'recommended' then decider_id when 'under_appeal' then appeal_reviewer_id else reviewer_id end
  ) stored,
  -- Operators who may not hold the duty that the case waits for, so their queue does not list it.
  excluded_ids uuid[] not null default '{}',
  check (sla_stage is null or (due_at is null) <> (remaining_ms is null)),
  check (sla_stage is not null or (due_at is null and remaining_ms is null))
);
create index triage_case_of_provider on triage_case (provider_id, category_key);
create index triage_case_of_state on triage_case (state, provider_id);
-- The verification queue (docs/domain/work-queue.md 5): open cases by due time, with an index for each filter.
create index triage_case_by_due on triage_case (coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_by_opening on triage_case (opened_at, case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_open on triage_case (state, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_of_kind on triage_case (kind, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_of_category on triage_case (category_key, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
create index triage_case_of_holder on triage_case (holder_id, coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
-- The queue reads the cases of one opening day in the order of their due time (ADR 0092).
create index triage_case_by_opening_day on triage_case
  (((opened_at at time zone 'UTC')::date), coalesce(due_at, 'infinity'), case_id)
  where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal');
-- The queue also reads the days with cases that wait for an operator. Most open cases wait for the provider.
create index triage_case_waiting_by_opening_day on triage_case
  (((opened_at at time zone 'UTC')::date), coalesce(due_at, 'infinity'), case_id)
  where state in ('in_review', 'recommended');
grant select, insert, update on triage_case to service_app;

create table claim (
  claim_id uuid primary key,
  case_id uuid not null,
  provider_id uuid not null,
  category_key text not null,
  requirement_key text not null,
  type text not null,
  state text not null check (state in ('active', 'suspended', 'revoked', 'superseded')),
  valid_until timestamptz not null
);
create index claim_of_provider on claim (provider_id);
create index claim_of_case on claim (case_id);
create index claim_by_end on claim (valid_until, claim_id) where state in ('active', 'suspended');
create index claim_of_category_by_end on claim (category_key, valid_until, claim_id) where state in ('active', 'suspended');
grant select, insert, update on claim to service_app;

-- In the order in which a version advances, because two services publish its events. `refused` by a case is final.
create type evidence_state as enum ('pending_scan', 'available', 'rejected', 'withdrawn', 'lost', 'refused');
create table evidence_version (
  evidence_version_id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  requirement_key text not null,
  state evidence_state not null,
  changed_at timestamptz not null default now(),
  -- The scan is due at this time.
  due_at timestamptz not null default now() + interval '1 day'
);
create index evidence_version_of_provider on evidence_version (provider_id);
create index evidence_version_of_case on evidence_version (case_id);
create index evidence_version_waiting on evidence_version (changed_at) where state = 'pending_scan';
create index evidence_version_failed on evidence_version (case_id, requirement_key) where state in ('rejected', 'lost');
grant select, insert, update (state, changed_at) on evidence_version to service_app;

create table upload_intent (
  intent_id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  state text not null check (state in ('open', 'uploading', 'submitted', 'retryable', 'cancelled', 'expired'))
);
create index upload_intent_of_provider on upload_intent (provider_id);
create index upload_intent_of_case on upload_intent (case_id);
grant select, insert, update (state) on upload_intent to service_app;

create type field_photo_state as enum ('pending_scan', 'available', 'rejected', 'lost');
-- Photos of field work, from evidence. The client makes the id of a photo, which arrives before or after its submission.
create table field_photo (
  work_item_id uuid not null,
  agent_id uuid not null,
  photo_id uuid not null,
  state field_photo_state not null,
  primary key (work_item_id, agent_id, photo_id)
);
grant select, insert, update (state) on field_photo to service_app;

-- Providers that may be the same, from the provider service, in both directions. The page of a provider shows whether they still are.
create table possible_duplicate (
  provider_id uuid not null,
  other_provider_id uuid not null check (other_provider_id <> provider_id),
  -- Both rows of a pair have the same id, a UUID of version 8, because the pair is one item of the queue (docs/domain/work-queue.md 26).
  id uuid not null generated always as (overlay(overlay(
    md5(least(provider_id, other_provider_id)::text || greatest(provider_id, other_provider_id)::text)
    placing '8' from 13) placing '8' from 17)::uuid) stored,
  found_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '3 days',
  primary key (provider_id, other_provider_id)
);
create index possible_duplicate_of_id on possible_duplicate (id);
grant select, insert on possible_duplicate to service_app;

create table duplicate_review (
  duplicate_id uuid primary key,
  outcome text not null check (outcome in ('distinct', 'duplicate')),
  reviewer_id uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  reviewed_at timestamptz not null
);
call make_immutable('duplicate_review');
grant select, insert on duplicate_review to service_app;

-- Holds the last report of each service about its outbox, consumers and dead letters (docs/domain/work-queue.md 33).
create table event_flow (
  service text primary key,
  reported_at timestamptz not null,
  unsent_events integer not null,
  oldest_unsent_seconds integer,
  consumer_lag integer,
  dead_letters integer not null
);
grant select, insert, update on event_flow to service_app;

-- Several services can park one event.
create table parked_event (
  service text not null,
  event_id uuid not null,
  type text not null,
  parked_at timestamptz not null,
  due_at timestamptz not null,
  primary key (service, event_id)
);
grant select, insert, delete on parked_event to service_app;
