-- The registered name of an individual is the name of a person, so each has a key of its own, which goes with the owner
-- (docs/domain/names.md 2). Null: sealed under the key of the person or of the provider, as all names from before.
alter table claim_subject add column key_owner_id uuid check (key_owner_id is null or key_owner_id = id and about = 'business');
