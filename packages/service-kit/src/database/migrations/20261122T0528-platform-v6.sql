-- A parked event that will never be applied, by whose decision and why says the audit log.
alter table dead_letter add column discarded_at timestamptz;
