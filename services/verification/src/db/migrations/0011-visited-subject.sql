-- A visit is of one person, business or place (docs/domain/field-work.md 27), so what was seen of one supports no claim about another.

-- Null: a visit that an earlier release requested.
alter table field_visit add subject_id uuid references claim_subject;
create function require_subject_of_visit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from verification_case c
      join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = new.requirement_key
    where c.id = new.case_id and is_current_subject(new.subject_id, c.provider_id, r.claim_about)
  ) then
    raise exception 'the visit is of something that is not current' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_subject before insert on field_visit for each row when (new.subject_id is not null)
  execute function require_subject_of_visit();
alter table field_visit enable always trigger require_subject;

-- Whether the agent confirmed that the premises were visited. Null: it is about something else, or of an earlier release.
alter table field_submission add is_place_confirmed boolean;

-- A failed check without a subject grants nothing.
create function require_visited_subject() returns trigger language plpgsql as $$
begin
  if not exists (
    select from field_submission s join field_visit v on v.id = s.field_visit_id
      join claim_subject visited on visited.id = v.subject_id
    where s.id = new.field_submission_id and v.subject_id = new.subject_id
      and (visited.about <> 'premises' or new.result = 'failed' or s.is_place_confirmed)
  ) then
    raise exception 'the check cites a visit of something else' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_visited_subject before insert on case_check for each row
  when (new.field_submission_id is not null and new.subject_id is not null) execute function require_visited_subject();
alter table case_check enable always trigger require_visited_subject;

-- As before, but only a visit of the current subject counts.
create or replace function guard_recommendation() returns trigger language plpgsql as $$
declare
  uncertain record;
begin
  for uncertain in
    select c.requirement_key, r.field_visit and not exists (
        select from field_submission s join field_visit v on v.id = s.field_visit_id
        where s.case_id = c.case_id and s.requirement_key = c.requirement_key
          and is_current_subject(v.subject_id, k.provider_id, r.claim_about)) as unvisited,
      is_marked_final(c.case_id, c.requirement_key) as final
    from case_requirement c
    join verification_case k on k.id = c.case_id
    join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = c.requirement_key
    where c.case_id = new.case_id and c.evidence_version_id is not null and (
      select k.result from case_check k
      where k.case_id = c.case_id and k.evidence_version_id = c.evidence_version_id
      order by k.position desc limit 1) is distinct from 'failed'
  loop
    if uncertain.unvisited then
      raise exception 'a requirement with a field visit needs an accepted field submission'
        using errcode = 'restrict_violation', constraint = 'visit_needs_submission';
    end if;
    if uncertain.final then
      raise exception 'a requirement that is marked final has a failed check'
        using errcode = 'restrict_violation', constraint = 'final_needs_failed_check';
    end if;
  end loop;
  return new;
end $$;
