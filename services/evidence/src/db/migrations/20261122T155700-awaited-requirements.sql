-- Which requirements of a case that awaits a correction lack evidence; null if the event did not say.
alter table verification_case add column awaited_keys text[];
