-- After its scan a document is opened: it is what it says it is, or it is refused for good, and its representative reads why.

alter type processing_state add value 'refused';
alter table evidence_processing add column refusal text;
alter table evidence_processing
  add check (state::text <> 'refused' or refusal is not null),
  add check (refusal is null or state::text in ('refused', 'redacted'));
grant update (refusal) on evidence_processing to service_app;
insert into allowed_transition values
  ('evidence version', 'pending_scan', 'refused'),
  ('evidence version', 'unscannable', 'refused'),
  ('evidence version', 'refused', 'redacted');

-- The picture of an image drawn anew, without anything else that the file held. It goes when its version can no longer be read.
create table evidence_preview (
  version_id uuid primary key references evidence_version,
  object_key text not null unique,
  size_bytes integer not null check (size_bytes > 0),
  made_at timestamptz not null
);
call make_immutable('evidence_preview');
grant select, insert on evidence_preview to service_app;
