-- Reporters list their reports, newest first.
create index provider_report_by_reporter on provider_report (reporter_id, reported_at desc, id desc);
drop index provider_report_of_reporter;
