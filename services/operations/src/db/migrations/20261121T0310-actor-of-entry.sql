-- Whoever asks what is kept of them is told what they did.
create index audit_entry_actor on audit_entry ((entry::jsonb ->> 'actorId'), seq desc);
