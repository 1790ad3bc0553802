-- A copy under the registered name of an open provider is a possible duplicate (docs/domain/provider-record.md 35).

-- The last registered name that was declared with this key: while it has not ended, the key is that of a present registered name.
-- Null: a display name or a website, or a registered name of an earlier release.
alter table used_name add subject_id uuid references claim_subject, add constraint subject_is_of_name check (subject_id is null or kind = 'name');
grant update (subject_id) on used_name to service_app;
