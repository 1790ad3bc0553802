-- Projections of providers for operations (ADR 0069): flags, states and counts, without places and documents.
alter table provider_label
  add column public_provider_id text,
  -- Null until the first event or snapshot of this form arrives.
  add column state text check (state in ('draft', 'active', 'suspended', 'closed')),
  add column publication text check (publication in ('unpublished', 'published', 'withheld')),
  -- Lower-case words of the name without accents (providers/search-words.ts).
  add column search_words text not null default '',
  add column has_profile boolean not null default true,
  add column private_base_configured boolean not null default false,
  add column public_premises_configured boolean not null default false,
  add column service_area_configured boolean not null default false,
  add column active_services integer not null default 0,
  -- A private base alone is no location: it is never public.
  add column is_complete boolean not null generated always as
    (has_profile and active_services > 0 and (public_premises_configured or service_area_configured)) stored;
-- Ids of providers are UUIDv7, so their order is that of registration. Each filter has an index in that order.
create index provider_label_of_state on provider_label (state, provider_id);
create index provider_label_of_publication on provider_label (publication, provider_id);
create index provider_label_of_completeness on provider_label (is_complete, provider_id);
create index provider_label_words on provider_label using gin (to_tsvector('simple', search_words));

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

alter table triage_case
  add column kind text check (kind in ('initial', 'renewal', 'review')),
  add column outcome text check (outcome in ('verified', 'verified_with_limitations', 'not_verified', 'inconclusive')),
  add column awaited_keys text[] not null default '{}',
  add column appeal_reviewer_id uuid;
create index triage_case_of_provider on triage_case (provider_id, category_key);
create index triage_case_of_state on triage_case (state, provider_id);

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

-- In the order in which a version advances: two services publish its events. What a case refused stays refused.
create type evidence_state as enum ('pending_scan', 'available', 'rejected', 'withdrawn', 'lost', 'refused');
create table evidence_version (
  evidence_version_id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  requirement_key text not null,
  state evidence_state not null
);
create index evidence_version_of_provider on evidence_version (provider_id);
create index evidence_version_of_case on evidence_version (case_id);
grant select, insert, update (state) on evidence_version to service_app;

create table upload_intent (
  intent_id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  state text not null check (state in ('open', 'uploading', 'submitted', 'retryable', 'cancelled', 'expired'))
);
create index upload_intent_of_provider on upload_intent (provider_id);
create index upload_intent_of_case on upload_intent (case_id);
grant select, insert, update (state) on upload_intent to service_app;
