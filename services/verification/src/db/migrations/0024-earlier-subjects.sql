-- What ended before the present name or person: an operator ended one, or of an individual one with another name was checked. Whoever
-- confirms the present one says why (docs/domain/claim-subject.md 30).
alter table claim_subject
  -- The first subject with this name. Null: it is that one, or an event of an earlier release.
  add same_name_subject_id uuid,
  add is_one_person boolean check (is_one_person is null or about = 'person'),
  add is_ended_by_operator boolean not null default false check (not is_ended_by_operator or ended_at is not null);
grant update (same_name_subject_id, is_one_person, is_ended_by_operator) on claim_subject to service_app;
create index claim_subject_ever on claim_subject (provider_id, about);
create index claim_ever_of_subject on claim (subject_id);

-- Null until an event says it.
create function keep_facts_of_subject() returns trigger language plpgsql as $$
begin
  raise exception 'name and end of what a claim is about stay so' using errcode = 'restrict_violation';
end $$;
create trigger keep_end before update on claim_subject for each row
  when (old.ended_at is not null and new.is_ended_by_operator is distinct from old.is_ended_by_operator)
  execute function keep_facts_of_subject();
alter table claim_subject enable always trigger keep_end;
create trigger keep_name before update on claim_subject for each row
  when (
    old.same_name_subject_id is not null and new.same_name_subject_id is distinct from old.same_name_subject_id
    or old.is_one_person is not null and new.is_one_person is distinct from old.is_one_person)
  execute function keep_facts_of_subject();
alter table claim_subject enable always trigger keep_name;

-- True until a claim about the present one is granted.
create function has_earlier_subject(of_provider uuid, of_about claim_about) returns boolean language sql stable as $$
  with named as (
    select s.*, exists (select from claim c where c.subject_id = s.id) as is_checked
    from claim_subject s where s.provider_id = of_provider and s.about = of_about and of_about <> 'premises')
  select exists (
    select from named present where present.ended_at is null and (
      not present.is_checked and exists (
        select from named was where was.is_ended_by_operator and (present.named_at < was.ended_at + interval '365 days'
          or coalesce(was.same_name_subject_id, was.id) = coalesce(present.same_name_subject_id, present.id)
          or not exists (select from named later where later.is_checked and later.named_at > was.ended_at)))
      or (present.is_one_person or present.provider_kind = 'individual') and coalesce(present.same_name_subject_id, present.id) <> (
        select coalesce(was.same_name_subject_id, was.id) from named was where was.is_checked order by was.ended_at desc nulls first limit 1)));
$$;

alter table case_check add earlier_subject_reason text check (char_length(earlier_subject_reason) between 10 and 500);
create function require_reason_after_subject() returns trigger language plpgsql as $$
begin
  if exists (
    select from verification_case c
      join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = new.requirement_key
    where c.id = new.case_id and has_earlier_subject(c.provider_id, r.claim_about)
  ) then
    raise exception 'the check does not say why, after the earlier subject'
      using errcode = 'restrict_violation', constraint = 'earlier_subject_has_reason';
  end if;
  return new;
end $$;
create trigger require_reason_after_subject before insert on case_check for each row
  when (new.result <> 'failed' and new.earlier_subject_reason is null) execute function require_reason_after_subject();
alter table case_check enable always trigger require_reason_after_subject;
