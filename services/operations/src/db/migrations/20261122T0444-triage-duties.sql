-- The queue shows a decision that somebody has taken on to nobody else who decides (ADR 0035).
alter table triage_case add column decider_id uuid;
