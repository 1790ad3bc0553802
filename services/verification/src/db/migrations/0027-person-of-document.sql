-- Whom a document about a person shows: the person that its check names, else the first who answered for the provider after it was
-- sent; if nobody ever was, who sent it. So a refusal stays with that person, whoever answers for the provider when it is decided
-- (docs/domain/case.md 18).
create function person_of_document(of_provider uuid, version uuid, named uuid) returns uuid language sql stable as $$
  select coalesce(
    (select person_id from claim_subject where id = named),
    (select s.person_id from claim_subject s join evidence_version e on e.id = version
      where s.provider_id = of_provider and s.about = 'person' and (s.ended_at is null or s.ended_at > e.confirmed_at)
      order by s.named_at limit 1),
    (select e.uploaded_by from evidence_version e where e.id = version
      and not exists (select from claim_subject s where s.provider_id = of_provider and s.about = 'person')));
$$;

-- Whether the person answers for what the document says in their other providers too: they sent it and were named, or the provider is
-- that one person, who chose whoever sends for it. Anybody else could send a forged one in their name, and who sent one may have sent
-- that of a colleague (docs/domain/claim.md 12).
create function answers_elsewhere(of_provider uuid, version uuid, person uuid) returns boolean language sql stable as $$
  select exists (
    select from claim_subject s where s.provider_id = of_provider and s.person_id = person
      and (s.is_one_person or exists (select from evidence_version e where e.id = version and e.uploaded_by = person)));
$$;
