-- A decision names its audit entry. Earlier ones do not.
alter table decision
  add column audit_entry_id uuid unique,
  add constraint decision_has_audit_entry check (audit_entry_id is not null) not valid;
