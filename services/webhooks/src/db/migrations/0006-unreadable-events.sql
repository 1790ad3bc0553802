-- A signed body that no release will read ends too: its sender is told nothing, and nobody redrives it.
alter table inbound_event drop constraint inbound_event_outcome_check;
alter table inbound_event add constraint inbound_event_outcome_check check (outcome in ('applied', 'ignored', 'unreadable'));
