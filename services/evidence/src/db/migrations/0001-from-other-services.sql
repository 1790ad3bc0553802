-- Events of other services fill these tables.

create table requirement (
  requirement_version_id uuid not null,
  key text not null,
  document_kinds text[] not null check (cardinality(document_kinds) > 0),
  media_types text[] not null check (cardinality(media_types) > 0),
  max_size_bytes integer not null check (max_size_bytes > 0),
  primary key (requirement_version_id, key)
);
call make_immutable('requirement');
grant select, insert on requirement to service_app;

create type selection_state as enum ('active', 'removed');
create table service_selection (
  id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  state selection_state not null
);
create unique index service_selection_one_active on service_selection (provider_id, category_key) where state = 'active';
create index service_selection_of_category on service_selection (provider_id, category_key);
grant select, insert, update on service_selection to service_app;

create type case_state as enum ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'decided',
  'under_appeal', 'closed', 'withdrawn', 'expired');
create table verification_case (
  id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  requirement_keys text[] not null,
  state case_state not null,
  -- The end of the correction window.
  due_at timestamptz,
  -- Verification announced at this time what is known of the case.
  known_at timestamptz,
  -- The requirements of a case that awaits a correction for which evidence is missing. Null if the event did not name them.
  awaited_keys text[],
  unique (id, provider_id)
);
create index verification_case_known on verification_case (known_at);
grant select, insert, update on verification_case to service_app;

-- Only the assignee of a duty of a case gets a review grant (promise Z4, docs/domain/evidence.md 22).
create type case_duty as enum ('review', 'decide', 'appeal');
create table case_assignee (
  case_id uuid not null references verification_case,
  duty case_duty not null,
  assignee_id uuid not null,
  primary key (case_id, duty),
  constraint one_duty_each unique (case_id, assignee_id)
);
-- Update: Postgres requires it for the lock on the row that a review grant is based on.
grant select, insert, update (assignee_id), delete on case_assignee to service_app;

-- Emergency actions that freeze a case. No row changes when one ends, so readers compare ends_at (docs/domain/overrides-and-emergency-actions.md 17).
create table case_freeze (
  action_id uuid primary key,
  case_id uuid not null,
  ends_at timestamptz not null
);
create index case_freeze_of_case on case_freeze (case_id, ends_at);
grant select, insert, update (ends_at) on case_freeze to service_app;

-- Operations announces who works on which item of field work.
create table field_work_assignment (
  work_item_id uuid primary key,
  case_id uuid not null,
  provider_id uuid not null,
  requirement_key text not null,
  assignee_id uuid,
  is_open boolean not null
);
grant select, insert, update on field_work_assignment to service_app;

-- Consent to uploads, from identity (spec: "server validates provider scope, evidence type, file limits and consent").
create table upload_consent (
  person_id uuid not null,
  policy_key text not null,
  version text not null,
  granted boolean not null,
  changed_at timestamptz not null,
  primary key (person_id, policy_key)
);
grant select, insert, update, delete on upload_consent to service_app;

-- Persons whose documents must be kept, from identity.
create table legal_hold (
  person_id uuid primary key,
  placed_at timestamptz not null,
  lifted_at timestamptz check (lifted_at >= placed_at)
);
grant select, insert, update on legal_hold to service_app;

-- Providers that were a single person who has been erased. Their documents are deleted.
create table erased_provider (
  provider_id uuid primary key,
  erased_at timestamptz not null
);
call make_immutable('erased_provider');
grant select, insert on erased_provider to service_app;

-- Reminders follow the claims on a document, not its age (docs/domain/evidence.md 39).
create type claim_state as enum ('active', 'suspended', 'revoked', 'superseded');
create table claim (
  id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  category_key text not null,
  requirement_key text not null,
  -- The evidence on which the claim is based.
  evidence_version_id uuid not null,
  state claim_state not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null
);
create index claim_by_end on claim (valid_until) where state = 'active';
create index claim_of_version on claim (evidence_version_id);
grant select, insert, update on claim to service_app;

create table claim_reminder (
  claim_id uuid not null references claim,
  days_before smallint not null check (days_before in (60, 30, 7, 0)),
  sent_at timestamptz not null,
  primary key (claim_id, days_before)
);
call make_immutable('claim_reminder');
grant select, insert on claim_reminder to service_app;

-- The provider service says whether the profile is public; operations can suspend its listing.
create table provider_publication (
  provider_id uuid primary key,
  is_public boolean not null
);
grant select, insert, update on provider_publication to service_app;

create table listing_suspension (
  action_id uuid primary key,
  provider_id uuid not null,
  ends_at timestamptz not null
);
create index listing_suspension_of_provider on listing_suspension (provider_id, ends_at);
grant select, insert, update on listing_suspension to service_app;
