-- Owners read who represents their provider.
create index assignment_of_provider on assignment (provider_id, id);
