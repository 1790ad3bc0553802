-- Operators who judged the reviewed case get no duty of its review, so their queue does not list it.
alter table triage_case add column excluded_ids uuid[] not null default '{}';
grant update (excluded_ids) on triage_case to service_app;
