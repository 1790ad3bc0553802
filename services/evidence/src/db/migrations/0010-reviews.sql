-- Claims rest on what a review judges, so its documents stay open to its assignees (docs/domain/erasure.md 29). False: the case was
-- announced last before this column.
alter table verification_case add is_review boolean not null default false;
