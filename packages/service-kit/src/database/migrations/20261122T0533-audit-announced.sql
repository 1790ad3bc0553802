-- How many audit events of this service have been sent and acknowledged (ADR 0040). The relay alone writes it, with the marks of what it has
-- sent, so no request waits for it.
create table audit_announced (
  is_only_row boolean primary key default true check (is_only_row),
  sent bigint not null
);
insert into audit_announced (sent) select count(*) from outbox where aggregate = 'audit' and sent_at is not null;
grant select, update on audit_announced to service_app;
