-- A document that was confirmed before an earlier name, person or place ended may show that one: whoever finds the present one in it
-- says why (docs/domain/claim-subject.md 27).
create index ended_claim_subject on claim_subject (provider_id, about, ended_at) where ended_at is not null;

create function is_of_earlier_subject(version uuid, of_provider uuid, of_about claim_about) returns boolean language sql stable as $$
  select exists (
    select from evidence_version e
      join claim_subject s on s.provider_id = of_provider and s.about = of_about and s.ended_at > e.confirmed_at
    where e.id = version);
$$;

alter table case_check add earlier_document_reason text check (char_length(earlier_document_reason) between 10 and 500);
create function require_document_of_subject() returns trigger language plpgsql as $$
begin
  if exists (
    select from verification_case c
      join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = new.requirement_key
    where c.id = new.case_id and is_of_earlier_subject(new.evidence_version_id, c.provider_id, r.claim_about)
  ) then
    raise exception 'the document was sent before the earlier subject ended'
      using errcode = 'restrict_violation', constraint = 'earlier_document_has_reason';
  end if;
  return new;
end $$;
create trigger require_document_of_subject before insert on case_check for each row
  when (new.result <> 'failed' and new.earlier_document_reason is null) execute function require_document_of_subject();
alter table case_check enable always trigger require_document_of_subject;
