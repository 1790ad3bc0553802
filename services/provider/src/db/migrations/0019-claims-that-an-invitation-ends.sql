-- The claims that the inviter of another owner read and named: the acceptance ends no others (docs/domain/claim-subject.md 15).
alter table invitation add ends_claim_ids uuid[] not null default '{}';
