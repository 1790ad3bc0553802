-- A registered name keeps the kind of provider that was declared with it (docs/domain/claim-subject.md 24). Null: a person or premises,
-- or a name that ended in an earlier release.
alter table claim_subject add provider_kind provider_kind, add constraint kind_is_of_business check (provider_kind is null or about = 'business');
update claim_subject s set provider_kind = p.kind from provider p where p.id = s.provider_id and s.about = 'business' and s.ended_at is null;
