-- Evidence: an item for each kind of document that a requirement of a case has, and its immutable versions.
-- Objects in the store have random names; only these rows say whose document an object is.

create table evidence_item (
  id uuid primary key,
  case_id uuid references verification_case,
  provider_id uuid not null,
  requirement_key text,
  document_kind text not null,
  -- A photo of field work is an item of its own, with one version.
  purpose upload_purpose not null default 'evidence',
  work_item_id uuid references field_work_assignment,
  constraint evidence_item_work_item check ((purpose = 'field_work') = (work_item_id is not null)),
  constraint evidence_item_with_case check ((purpose = 'public_media') = (case_id is null)),
  constraint evidence_item_with_requirement check ((purpose = 'public_media') = (requirement_key is null))
);
create index evidence_item_of_provider on evidence_item (provider_id, id desc);
create unique index evidence_item_of_case on evidence_item (case_id, requirement_key, document_kind)
  where purpose = 'evidence';
create index evidence_item_photos on evidence_item (case_id, id) where purpose = 'field_work';
call make_immutable('evidence_item');
grant select, insert on evidence_item to service_app;

create table evidence_version (
  id uuid primary key,
  evidence_id uuid not null references evidence_item,
  number integer not null check (number > 0),
  intent_id uuid not null unique,
  -- A session makes one version at most.
  upload_session_id uuid not null unique,
  uploaded_by uuid not null,
  object_key text not null unique,
  media_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  confirmed_at timestamptz not null,
  -- A keyed hash of the content, to find evidence with the same bytes. It does not reveal the content.
  content_index bytea check (length(content_index) = 32),
  foreign key (upload_session_id, intent_id) references upload_session (id, intent_id),
  unique (evidence_id, number),
  unique (id, uploaded_by)
);
create index evidence_version_content on evidence_version (content_index);
-- In the order in which the stores list names: byte by byte.
create index evidence_version_by_name on evidence_version (object_key collate "C");
call make_immutable('evidence_version');
grant select, insert on evidence_version to service_app;

-- Whether a version can be read, which is all of it that changes. `refused`: the document was opened after its scan and was not what
-- it claims to be. `withdrawn`: nobody can read it any more. `redacted`: its bytes are deleted too; the row and the hash stay. `lost`:
-- the store lacks the bytes, although nobody deleted them.
create type processing_state as enum ('pending_scan', 'available', 'quarantined', 'unscannable', 'withdrawn',
  'redacted', 'refused', 'lost');
create table evidence_processing (
  version_id uuid primary key references evidence_version,
  state processing_state not null default 'pending_scan',
  scan_attempts integer not null default 0 check (scan_attempts >= 0),
  -- The next scan is due at this time; null if there will be none.
  next_scan_at timestamptz,
  changed_at timestamptz not null,
  refusal text,
  -- Since when the store lacks the object. Until it is asked again later, that may be a fault of the store.
  missing_since timestamptz,
  -- Why the case did not accept a confirmed version. Set together with the withdrawal.
  case_refusal text,
  -- How often opening the document exceeded its time limit, and the processor time that this took so far.
  out_of_time smallint not null default 0 check (out_of_time between 0 and 2),
  cpu_ms integer not null default 0 check (cpu_ms >= 0),
  -- The W3C trace context of the request that confirmed the document. The scan continues that trace.
  traceparent text check (length(traceparent) <= 55),
  -- The state of a document before it was redacted, which other services keep.
  redacted_from processing_state,
  check (next_scan_at is null or state in ('pending_scan', 'unscannable')),
  check (state <> 'pending_scan' or next_scan_at is not null),
  check (state <> 'refused' or refusal is not null),
  constraint evidence_processing_refusal check (refusal is null or state in ('refused', 'lost', 'redacted')),
  -- `is not distinct from`, because a check accepts null.
  constraint evidence_processing_lost check (state <> 'lost' or refusal is not distinct from 'lost'),
  constraint evidence_processing_redacted_from check (redacted_from is null or state = 'redacted')
);
create index evidence_processing_due on evidence_processing (next_scan_at) where next_scan_at is not null;
create index evidence_processing_to_redact on evidence_processing (changed_at) where state in ('withdrawn', 'quarantined');
create index evidence_processing_missing on evidence_processing (missing_since) where missing_since is not null;
insert into allowed_transition values
  ('evidence version', 'pending_scan', 'available'), ('evidence version', 'pending_scan', 'quarantined'),
  ('evidence version', 'pending_scan', 'unscannable'), ('evidence version', 'pending_scan', 'withdrawn'),
  ('evidence version', 'pending_scan', 'refused'), ('evidence version', 'pending_scan', 'lost'),
  ('evidence version', 'unscannable', 'available'), ('evidence version', 'unscannable', 'quarantined'),
  ('evidence version', 'unscannable', 'withdrawn'), ('evidence version', 'unscannable', 'refused'),
  ('evidence version', 'unscannable', 'lost'),
  ('evidence version', 'available', 'withdrawn'), ('evidence version', 'available', 'lost'),
  ('evidence version', 'withdrawn', 'redacted'),
  ('evidence version', 'quarantined', 'redacted'),
  ('evidence version', 'refused', 'redacted'),
  ('evidence version', 'lost', 'redacted');
call guard_transitions('evidence_processing', 'evidence version');
call keep_rows('evidence_processing');
grant select, insert, update (state, scan_attempts, next_scan_at, changed_at, refusal, missing_since, case_refusal,
  out_of_time, cpu_ms, redacted_from) on evidence_processing to service_app;

create trigger refuse_change_of_redacted before update on evidence_processing for each row
  when (old.state = 'redacted') execute function refuse_change();
alter table evidence_processing enable always trigger refuse_change_of_redacted;

create function refuse_redaction_of_held() returns trigger language plpgsql as $$
begin
  if exists (
    select from evidence_version version join legal_hold hold on hold.person_id = version.uploaded_by
    where version.id = new.version_id and hold.lifted_at is null
  ) then
    raise exception 'a legal hold on evidence version % is in force', new.version_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_redaction_of_held before update on evidence_processing for each row
  when (new.state = 'redacted') execute function refuse_redaction_of_held();
alter table evidence_processing enable always trigger refuse_redaction_of_held;

-- The picture of an image, drawn anew without anything else that the file contained. Deleted when its version can no longer be read.
create table evidence_preview (
  version_id uuid primary key references evidence_version,
  object_key text not null unique,
  size_bytes integer not null check (size_bytes > 0),
  made_at timestamptz not null
);
call make_immutable('evidence_preview');
grant select, insert on evidence_preview to service_app;

-- How the case judged a version, as verification announces it. A version without a row has not been reviewed.
create type evidence_review as enum ('accepted', 'correction_requested', 'rejected');
create table version_review (
  version_id uuid primary key references evidence_version,
  review evidence_review not null,
  reviewed_at timestamptz not null
);
grant select, insert, update (review, reviewed_at), delete on version_review to service_app;

-- Scanning is fair between providers: of each, one document is scanned at a time, and the provider that has waited longest is next
-- (promise U4).
create sequence scan_turn_number;
grant usage on sequence scan_turn_number to service_app;
create table scan_turn (
  provider_id uuid primary key,
  -- The provider with the lowest number is next. A new provider, and one that had its turn, gets a new number.
  turn_number bigint not null default nextval('scan_turn_number'),
  -- The replica that scans a document of this provider, and the end of its lease.
  holder_id uuid,
  held_until timestamptz not null default '-infinity',
  -- A document of this provider last exceeded the time limit at this time.
  out_of_time_at timestamptz not null default '-infinity'
);
call keep_rows('scan_turn');
grant select, insert, update on scan_turn to service_app;

-- Permission of one operator to read one version, for 15 minutes at most (promise Z4).
create table review_grant (
  id uuid primary key,
  version_id uuid not null,
  case_id uuid not null references verification_case,
  reviewer_id uuid not null,
  uploaded_by uuid not null,
  duty case_duty not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '15 minutes'),
  ended_at timestamptz check (ended_at >= created_at),
  -- The uploader is copied from the version, so that the next constraint can compare it. Nobody is exempt from that.
  foreign key (version_id, uploaded_by) references evidence_version (id, uploaded_by),
  constraint review_grant_not_own_upload check (reviewer_id <> uploaded_by),
  constraint review_grant_one_open exclude using gist (
    version_id with =, reviewer_id with =,
    tstzrange(created_at, least(expires_at, coalesce(ended_at, 'infinity'))) with &&)
);
create index review_grant_open on review_grant (case_id) where ended_at is null;
create index review_grant_of_version on review_grant (version_id);
call keep_rows('review_grant');
grant select, insert, update (ended_at) on review_grant to service_app;

create trigger refuse_change_of_ended before update on review_grant for each row
  when (old.ended_at is not null) execute function refuse_change();
alter table review_grant enable always trigger refuse_change_of_ended;

create function guard_review_grant() returns trigger language plpgsql as $$
begin
  perform from case_assignee
  where case_id = new.case_id and duty = new.duty and assignee_id = new.reviewer_id for share;
  if not found then
    raise exception 'a grant is for the active assignee of its duty' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from evidence_version v join evidence_item i on i.id = v.evidence_id
    where v.id = new.version_id and (i.case_id = new.case_id
      or exists (select from earlier_evidence e where e.case_id = new.case_id and e.version_id = v.id))
  ) then
    raise exception 'a grant is for evidence of its case' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_review_grant before insert on review_grant for each row execute function guard_review_grant();
alter table review_grant enable always trigger guard_review_grant;

-- Evidence of an earlier case on which a review is based, as verification announces it (docs/domain/evidence.md 26).
create table earlier_evidence (
  case_id uuid not null references verification_case,
  version_id uuid not null references evidence_version,
  primary key (case_id, version_id)
);
grant select, insert, delete on earlier_evidence to service_app;

-- Each time an operator read a document, for the receipt of its provider. The receipt does not name the operator.
create table evidence_read (
  id uuid primary key,
  grant_id uuid not null references review_grant,
  at timestamptz not null
);
create index evidence_read_of_grant on evidence_read (grant_id, at);
call make_immutable('evidence_read');
grant select, insert on evidence_read to service_app;

-- The store and the tables are compared in both directions, some names at a time (promise U7). This is where the next part begins.
create table store_sweep (
  area text primary key check (area in ('uploads', 'objects')),
  position text not null,
  pass_began_at timestamptz not null,
  compared integer not null check (compared >= 0)
);
grant select, insert, update on store_sweep to service_app;

-- The store of this database has the same mark. What another store contains or lacks says nothing about this evidence.
create table store_claim (
  is_ours boolean primary key default true check (is_ours),
  mark uuid not null,
  claimed_at timestamptz not null,
  -- Null until the store has the mark.
  marked_at timestamptz
);
call keep_rows('store_claim');
grant select, insert, update (marked_at) on store_claim to service_app;

create trigger refuse_change_of_marked before update on store_claim for each row
  when (old.marked_at is not null or new.mark <> old.mark) execute function refuse_change();
alter table store_claim enable always trigger refuse_change_of_marked;
