-- The store and the tables are compared both ways, a stretch at a time (promise U7).

-- Where the next stretch of each area begins.
create table store_sweep (
  area text primary key check (area in ('uploads', 'objects')),
  position text not null,
  pass_began_at timestamptz not null,
  compared integer not null check (compared >= 0)
);
grant select, insert, update on store_sweep to service_app;
-- Names are compared as the stores list them, byte by byte.
create index evidence_version_by_name on evidence_version (object_key collate "C");

-- Which store is ours: it bears the same mark. Whatever another one lacks or holds says nothing of our evidence.
create table store_claim (
  is_ours boolean primary key default true check (is_ours),
  mark uuid not null,
  claimed_at timestamptz not null,
  -- Null until the store bears the mark.
  marked_at timestamptz
);
create trigger refuse_change_of_marked before update on store_claim for each row
  when (old.marked_at is not null or new.mark <> old.mark) execute function refuse_change();
alter table store_claim enable always trigger refuse_change_of_marked;
call keep_rows('store_claim');
grant select, insert, update (marked_at) on store_claim to service_app;

-- Lost: the bytes are in the store no more, and not by our doing.
alter type processing_state add value 'lost';
insert into allowed_transition values
  ('evidence version', 'pending_scan', 'lost'),
  ('evidence version', 'unscannable', 'lost'),
  ('evidence version', 'available', 'lost'),
  ('evidence version', 'lost', 'redacted');
alter table evidence_processing
  drop constraint evidence_processing_check3,
  add constraint evidence_processing_refusal check (refusal is null or state::text in ('refused', 'lost', 'redacted')),
  add constraint evidence_processing_lost check (state::text <> 'lost' or refusal = 'lost');
-- Since when the store has not had the object; until it was asked again later, that may be a fault of the store.
alter table evidence_processing add column missing_since timestamptz;
create index evidence_processing_missing on evidence_processing (missing_since) where missing_since is not null;
grant update (missing_since) on evidence_processing to service_app;
