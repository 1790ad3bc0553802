-- The timeline says which claim an entry is about, and when a claim expired or was withheld, and a deadline moved.
-- checked against release 2: its replicas write no claim.
alter type timeline_type add value 'claim_expired';
alter type timeline_type add value 'claim_withheld';
alter type timeline_type add value 'claim_released';
alter type timeline_type add value 'case_deadline_extended';
-- Null for entries of before.
alter table timeline_entry add column claim_id uuid references claim;
