-- A row is marked as sent by an update that touches every index that is no BRIN, and this one only finds what is old.
drop index outbox_created;
create index outbox_created on outbox using brin (created_at);

-- Waits for a predecessor are counted by the worker, in memory.
alter table inbox_attempt drop column gaps;
