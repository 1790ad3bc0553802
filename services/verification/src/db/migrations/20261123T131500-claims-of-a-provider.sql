-- A provider lists its claims, newest first.
create index claim_of_provider on claim (provider_id, valid_from desc, id desc);
