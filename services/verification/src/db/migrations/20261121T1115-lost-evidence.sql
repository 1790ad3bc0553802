-- The store of evidence can lose a document: it is missing again, by no fault of the provider.

alter type evidence_state add value 'lost';
alter type timeline_type add value 'evidence_lost';
insert into allowed_transition values
  ('evidence_version', 'pending_scan', 'lost'),
  ('evidence_version', 'available', 'lost');
