-- Uploads of evidence, the immutable versions made of them, and who may look at one.
-- Objects in the store bear random names; nothing here or there says whose document it is but these rows.

-- What others have told us: projections, fed by events.

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
  reviewer_id uuid,
  unique (id, provider_id)
);
grant select, insert, update on verification_case to service_app;

-- Uploads.

create type intent_state as enum ('open', 'uploading', 'submitted', 'retryable', 'cancelled', 'expired');
create table upload_intent (
  id uuid primary key,
  provider_id uuid not null,
  created_by uuid not null,
  client_intent_key text not null,
  case_id uuid not null,
  requirement_key text not null,
  document_kind text not null,
  media_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  label text,
  state intent_state not null default 'open',
  attempt_count integer not null default 1 check (attempt_count > 0),
  current_session_id uuid not null,
  created_at timestamptz not null,
  -- Since when it can be retried; it expires 30 days later, which is worked out when it is read (promise M4).
  retryable_since timestamptz,
  foreign key (case_id, provider_id) references verification_case (id, provider_id),
  unique (provider_id, created_by, client_intent_key),
  unique (id, provider_id, created_by),
  check ((state = 'retryable') = (retryable_since is not null))
);
create index upload_intent_list on upload_intent (provider_id, created_by, created_at desc, id desc);
insert into allowed_transition values
  ('upload intent', 'open', 'uploading'),
  ('upload intent', 'uploading', 'submitted'),
  ('upload intent', 'open', 'retryable'),
  ('upload intent', 'uploading', 'retryable'),
  ('upload intent', 'retryable', 'uploading'),
  ('upload intent', 'open', 'cancelled'),
  ('upload intent', 'uploading', 'cancelled'),
  ('upload intent', 'retryable', 'cancelled'),
  ('upload intent', 'retryable', 'expired');
call guard_transitions('upload_intent', 'upload intent');

create type session_state as enum ('requested', 'confirmed', 'cancelled', 'expired', 'rejected');
create table upload_session (
  id uuid primary key,
  intent_id uuid not null,
  provider_id uuid not null,
  created_by uuid not null,
  state session_state not null default 'requested',
  -- Where the store keeps the parts: random, known to nobody outside.
  upload_ref text not null unique,
  size_limit_bytes integer not null check (size_limit_bytes > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '60 minutes'),
  -- A session belongs to whoever and whatever its intent does.
  foreign key (intent_id, provider_id, created_by) references upload_intent (id, provider_id, created_by),
  unique (id, intent_id)
);
create unique index upload_session_one_requested on upload_session (intent_id) where state = 'requested';
insert into allowed_transition values
  ('upload session', 'requested', 'confirmed'),
  ('upload session', 'requested', 'cancelled'),
  ('upload session', 'requested', 'expired'),
  ('upload session', 'requested', 'rejected');
call guard_transitions('upload_session', 'upload session');
alter table upload_intent add foreign key (current_session_id, id) references upload_session (id, intent_id)
  deferrable initially deferred;

-- What has ended stays as it is, in every column; and nothing of an upload is ever deleted (promise M2).
create trigger refuse_change_of_ended before update on upload_intent for each row
  when (old.state in ('submitted', 'cancelled', 'expired')) execute function refuse_change();
create trigger refuse_change_of_ended before update on upload_session for each row
  when (old.state <> 'requested') execute function refuse_change();
create procedure keep_rows(target regclass) language plpgsql as $$
begin
  execute format('create trigger refuse_row_delete before delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger refuse_row_delete', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;
call keep_rows('upload_intent');
call keep_rows('upload_session');
alter table upload_intent enable always trigger refuse_change_of_ended;
alter table upload_session enable always trigger refuse_change_of_ended;
grant select, insert, update (state, attempt_count, current_session_id, retryable_since) on upload_intent to service_app;
grant select, insert, update (state) on upload_session to service_app;

-- Evidence: an item for each kind of document that a requirement of a case got, and its versions.

create table evidence_item (
  id uuid primary key,
  case_id uuid not null references verification_case,
  provider_id uuid not null,
  requirement_key text not null,
  document_kind text not null,
  unique (case_id, requirement_key, document_kind)
);
call make_immutable('evidence_item');
grant select, insert on evidence_item to service_app;

create table evidence_version (
  id uuid primary key,
  evidence_id uuid not null references evidence_item,
  number integer not null check (number > 0),
  intent_id uuid not null unique,
  -- A completed version is unique to one upload session.
  upload_session_id uuid not null unique,
  uploaded_by uuid not null,
  object_key text not null unique,
  media_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  confirmed_at timestamptz not null,
  foreign key (upload_session_id, intent_id) references upload_session (id, intent_id),
  unique (evidence_id, number),
  unique (id, uploaded_by)
);
call make_immutable('evidence_version');
grant select, insert on evidence_version to service_app;

-- What may still change about a version: whether it can be read.
create type processing_state as enum ('pending_scan', 'available', 'quarantined', 'unscannable', 'withdrawn');
create table evidence_processing (
  version_id uuid primary key references evidence_version,
  state processing_state not null default 'pending_scan',
  scan_attempts integer not null default 0 check (scan_attempts >= 0),
  -- When the next scan is due; null when there will be none.
  next_scan_at timestamptz,
  changed_at timestamptz not null,
  check (next_scan_at is null or state in ('pending_scan', 'unscannable')),
  check (state <> 'pending_scan' or next_scan_at is not null)
);
create index evidence_processing_due on evidence_processing (next_scan_at) where next_scan_at is not null;
insert into allowed_transition values
  ('evidence version', 'pending_scan', 'available'),
  ('evidence version', 'pending_scan', 'quarantined'),
  ('evidence version', 'pending_scan', 'unscannable'),
  ('evidence version', 'unscannable', 'available'),
  ('evidence version', 'unscannable', 'quarantined'),
  ('evidence version', 'pending_scan', 'withdrawn'),
  ('evidence version', 'unscannable', 'withdrawn'),
  ('evidence version', 'available', 'withdrawn');
call guard_transitions('evidence_processing', 'evidence version');
call keep_rows('evidence_processing');
grant select, insert, update (state, scan_attempts, next_scan_at, changed_at) on evidence_processing to service_app;

-- Review: one version, one reviewer, a quarter of an hour (promise Z4).

create type grant_basis as enum ('review', 'decision');
create table review_grant (
  id uuid primary key,
  version_id uuid not null,
  case_id uuid not null references verification_case,
  reviewer_id uuid not null,
  uploaded_by uuid not null,
  basis grant_basis not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '15 minutes'),
  ended_at timestamptz check (ended_at >= created_at),
  -- The uploader is copied from the version, so that the next line can forbid what nobody is exempt from.
  foreign key (version_id, uploaded_by) references evidence_version (id, uploaded_by),
  constraint review_grant_not_own_upload check (reviewer_id <> uploaded_by),
  constraint review_grant_one_open exclude using gist (
    version_id with =, reviewer_id with =,
    tstzrange(created_at, least(expires_at, coalesce(ended_at, 'infinity'))) with &&)
);
create index review_grant_open on review_grant (case_id) where ended_at is null;
create trigger refuse_change_of_ended before update on review_grant for each row
  when (old.ended_at is not null) execute function refuse_change();
alter table review_grant enable always trigger refuse_change_of_ended;
call keep_rows('review_grant');
grant select, insert, update (ended_at) on review_grant to service_app;
