-- Whom a document about a person shows: the person that its check names, else the first who answered for the provider after it was
-- sent. So a refusal stays with that person, whoever answers for the provider when it is decided (docs/domain/case.md 18).
create function person_of_document(of_provider uuid, version uuid, named uuid) returns uuid language sql stable as $$
  select coalesce(
    (select person_id from claim_subject where id = named),
    (select s.person_id from claim_subject s join evidence_version e on e.id = version
      where s.provider_id = of_provider and s.about = 'person' and (s.ended_at is null or s.ended_at > e.confirmed_at)
      order by s.named_at limit 1));
$$;
