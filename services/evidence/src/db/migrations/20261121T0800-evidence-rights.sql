-- What a provider can do with its evidence later, and what it is told of it.

-- Withdrawn: nobody reads it any more. Redacted: its bytes are gone as well; the row and the hash of the fact stay.
alter type processing_state add value 'redacted';
insert into allowed_transition values
  ('evidence version', 'withdrawn', 'redacted'),
  ('evidence version', 'quarantined', 'redacted');
create trigger refuse_change_of_redacted before update on evidence_processing for each row
  when (old.state::text = 'redacted') execute function refuse_change();
alter table evidence_processing enable always trigger refuse_change_of_redacted;
create index evidence_processing_to_redact on evidence_processing (changed_at) where state in ('withdrawn', 'quarantined');
create index evidence_item_of_provider on evidence_item (provider_id, id desc);

-- Whose documents must be kept, as identity says.
create table legal_hold (
  person_id uuid primary key,
  placed_at timestamptz not null,
  lifted_at timestamptz check (lifted_at >= placed_at)
);
grant select, insert, update on legal_hold to service_app;
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
  when (new.state::text = 'redacted') execute function refuse_redaction_of_held();
alter table evidence_processing enable always trigger refuse_redaction_of_held;

-- Which evidence holds the same bytes: keyed, so that the index alone tells nobody what they are. Null in what is older.
alter table evidence_version add column content_index bytea check (length(content_index) = 32);
create index evidence_version_content on evidence_version (content_index);

-- Each reading of a document by an operator, for the receipt that its provider gets. Whose grant it was never leaves.
create table evidence_read (
  id uuid primary key,
  grant_id uuid not null references review_grant,
  at timestamptz not null
);
create index evidence_read_of_grant on evidence_read (grant_id, at);
create index review_grant_of_version on review_grant (version_id);
call make_immutable('evidence_read');
grant select, insert on evidence_read to service_app;

-- How long what supports a claim is good for; null where we were told of the requirement before we asked.
alter table requirement add column validity_days integer check (validity_days between 1 and 365);
create table renewal_reminder (
  version_id uuid not null references evidence_version,
  days_before smallint not null check (days_before in (60, 30, 7, 0)),
  sent_at timestamptz not null,
  primary key (version_id, days_before)
);
call make_immutable('renewal_reminder');
grant select, insert on renewal_reminder to service_app;
