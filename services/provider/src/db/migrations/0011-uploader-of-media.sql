-- Verification shows a photo of the person responsible only if they uploaded it (docs/domain/public-media.md 21). Null: announced to an
-- earlier release, until a snapshot.
alter table public_media add uploader_id uuid;
