-- A former manager may have prepared the documents of a case that opens after they left (docs/domain/review-and-duties.md 4).
create or replace function stands_with_provider(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return exists (
      select from case_evidence c join evidence_version e on e.id = c.evidence_version_id
      where c.case_id = of_case and e.uploaded_by = person)
    or exists (
      select from verification_case c join representative r on r.provider_id = c.provider_id
      where c.id = of_case and r.user_id = person and (r.ended_at is null or r.ended_at > c.opened_at - interval '12 months')
    );
end $$;
