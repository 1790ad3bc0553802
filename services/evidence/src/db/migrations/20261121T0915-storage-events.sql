-- A store names an upload as it knows it: by what stands before the first dot of our reference.
create index upload_session_by_name on upload_session (split_part(upload_ref, '.', 1)) where state = 'requested';
