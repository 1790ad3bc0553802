-- When the customer was last told that operators stopped the provider, and of those notices the last that may be about safety
-- (docs/domain/enquiry.md 31).
alter table enquiry
  add column stop_told_at timestamptz,
  add column safety_told_at timestamptz,
  add constraint told_of_safety_is_told check (stop_told_at >= safety_told_at or safety_told_at is null);
grant update (stop_told_at, safety_told_at) on enquiry to service_app;
