-- Who was responsible when a document was sent; null if nobody was.
create function person_when_sent(version uuid, of_provider uuid) returns uuid language sql stable as $$
  select s.id from claim_subject s join evidence_version e on e.id = version
  where s.provider_id = of_provider and s.about = 'person' and s.named_at <= e.confirmed_at
    and (s.ended_at is null or s.ended_at > e.confirmed_at)
  order by s.named_at limit 1;
$$;

-- Whether a person was named after the document was sent, by or for somebody else. What was sent while nobody was responsible counts
-- against who is named later: else one would send forged papers first (docs/domain/claim-subject.md 27).
create function is_later_person(version uuid, of_provider uuid, named uuid) returns boolean language sql stable as $$
  select exists (
    select from claim_subject later join evidence_version e on e.id = version
      join claim_subject sender on sender.id = person_when_sent(version, of_provider)
    where later.id = named and later.provider_id = of_provider and later.about = 'person'
      and later.named_at > e.confirmed_at and later.person_id is distinct from sender.person_id);
$$;

create function refuse_later_person() returns trigger language plpgsql as $$
begin
  if exists (
    select from verification_case c
    where c.id = new.case_id and is_later_person(new.evidence_version_id, c.provider_id, new.subject_id)
  ) then
    raise exception 'the failed check names a person who was named after the document was sent'
      using errcode = 'restrict_violation', constraint = 'failed_check_names_no_later_person';
  end if;
  return new;
end $$;
create trigger refuse_later_person before insert on case_check for each row
  when (new.result = 'failed' and new.subject_id is not null) execute function refuse_later_person();
alter table case_check enable always trigger refuse_later_person;
