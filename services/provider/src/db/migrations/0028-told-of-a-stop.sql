-- When the customer was last told that operators stopped the provider (docs/domain/enquiry.md 31).
alter table enquiry add column stop_told_at timestamptz;
grant update (stop_told_at) on enquiry to service_app;
