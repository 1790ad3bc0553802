-- The document that a claim rests on: expiries show its state (docs/domain/work-queue.md 31).
-- Null: a claim that an earlier release stored. Its snapshot fills it in.
alter table claim add evidence_version_id uuid;
