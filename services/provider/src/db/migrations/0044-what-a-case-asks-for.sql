-- A suspended provider names what a case that waits for it asks for, and nothing else (docs/domain/claim-subject.md 29).
-- Null: announced by an earlier release.
alter table case_projection add column requirement_keys text[];
