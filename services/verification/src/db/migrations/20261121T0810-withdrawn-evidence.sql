-- A provider can take a document back until the review of its case is done.

alter type evidence_state add value 'withdrawn';
alter type timeline_type add value 'evidence_withdrawn';
insert into allowed_transition values
  ('evidence_version', 'pending_scan', 'withdrawn'),
  ('evidence_version', 'available', 'withdrawn');
