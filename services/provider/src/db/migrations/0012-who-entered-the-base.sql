-- A private base is the home of the person who entered it (docs/domain/erasure.md 41). Null for a base from before.
alter table private_base add column entered_by uuid;
