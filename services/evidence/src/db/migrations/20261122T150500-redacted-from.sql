-- How a document ended before it was deleted, for the projections of other services. Null: deleted before this column existed.
-- checked against release 1: the constraint is on the new column, which they leave null.
alter table evidence_processing add column redacted_from processing_state;
alter table evidence_processing
  add constraint evidence_processing_redacted_from check (redacted_from is null or state::text = 'redacted');
grant update (redacted_from) on evidence_processing to service_app;
