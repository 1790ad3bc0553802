-- Which requirements of a case that awaits a correction lack evidence; null if the event did not say.
alter table case_projection add column awaited_keys text[];
