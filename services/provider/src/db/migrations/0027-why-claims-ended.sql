-- Why a claim is in its state, as verification announced it: what was revoked as false is in no card of an earlier day
-- (docs/domain/claim-card.md 4). Null: granted, or announced to an earlier release.
alter table claim add change_reason text;
grant update (change_reason) on claim to service_app;
