-- Newest first by time. An expiry has the same place before and after it is recorded, so pages neither omit nor repeat it (promise M4).
create function timeline_rank(entry_type timeline_type, entry_position bigint) returns bigint language sql immutable
  return case entry_type when 'case_expired' then 0 else entry_position end;

drop index timeline_of_provider;
create index timeline_in_order on timeline_entry (provider_id, at desc, timeline_rank(type, position) desc, id desc);
