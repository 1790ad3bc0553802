-- Who judges a document has read it (promise T2).

-- Which documents an assignment of a duty may read and has read as a whole, from evidence (promise T2). No foreign key: after a restore
-- of this database an event can name an assignment that it lacks.
create table document_reading (
  assignment_id uuid not null,
  evidence_version_id uuid not null,
  -- The last grant.
  granted_at timestamptz,
  read_at timestamptz,
  primary key (assignment_id, evidence_version_id)
);
create index reading_of_document on document_reading (evidence_version_id) where read_at is not null;
grant select, insert, update (granted_at, read_at) on document_reading to service_app;

-- Why the decider relied on the reviewer's reading; null if they read every document themselves.
alter table decision add not_read_reason text check (char_length(not_read_reason) between 10 and 500);
alter table appeal_decision add not_read_reason text check (char_length(not_read_reason) between 10 and 500);

-- The number of changes of what a case shows to those who judge it: the revision of its ETag. Who holds a duty and who has read what
-- does not count (promise T3).
create table case_revision (
  case_id uuid primary key references verification_case,
  revision integer not null,
  -- The last one at which the case itself changed, and not only a subject of its claims.
  own_revision integer not null
);
insert into case_revision select id, 1, 1 from verification_case;
grant select, insert, update (revision, own_revision) on case_revision to service_app;

create function count_revision() returns trigger language plpgsql as $$
begin
  insert into case_revision values ((to_jsonb(new) ->> tg_argv[0])::uuid, 1, 1)
  on conflict (case_id) do update set revision = case_revision.revision + 1, own_revision = case_revision.revision + 1;
  return null;
end $$;
create trigger count_revision after insert or update on verification_case for each row execute function count_revision('id');
alter table verification_case enable always trigger count_revision;
create trigger count_revision after insert or update on case_requirement for each row execute function count_revision('case_id');
alter table case_requirement enable always trigger count_revision;
create trigger count_revision after insert or update on field_visit for each row execute function count_revision('case_id');
alter table field_visit enable always trigger count_revision;
create trigger count_revision after insert or update on case_check for each row execute function count_revision('case_id');
alter table case_check enable always trigger count_revision;
create trigger count_revision after insert or update on correction_request for each row execute function count_revision('case_id');
alter table correction_request enable always trigger count_revision;

create function has_read(person uuid, version_id uuid) returns boolean language sql stable as $$
  select exists (
    select from document_reading r join case_assignment a on a.id = r.assignment_id
    where r.evidence_version_id = version_id and r.read_at is not null and a.assignee_id = person and a.ended_at is null);
$$;

create function require_reading_of_checker() returns trigger language plpgsql as $$
begin
  if not has_read(new.checked_by, new.evidence_version_id) then
    raise exception 'the checker has not read the document' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_reading before insert on case_check for each row when (new.method = 'document_review')
  execute function require_reading_of_checker();
alter table case_check enable always trigger require_reading;

create function require_reading_of_decider() returns trigger language plpgsql as $$
begin
  if exists (
    select from decision
    where id = new.decision_id and not_read_reason is null and not has_read(decider_id, new.evidence_version_id)
  ) then
    raise exception 'the decider has not read the document' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_reading before insert on decision_claim for each row execute function require_reading_of_decider();
alter table decision_claim enable always trigger require_reading;

-- An appeal that changes the decision has lines, which the trigger above guards.
create function require_reading_of_appeal() returns trigger language plpgsql as $$
begin
  if exists (
    select from appeal a
      join case_requirement r on r.case_id = a.case_id
      left join verification_case e on e.id = a.evidence_case_id and e.state = 'in_review'
      left join case_requirement n on n.case_id = e.id and n.requirement_key = r.requirement_key
    where a.id = new.appeal_id and coalesce(n.evidence_version_id, r.evidence_version_id) is not null
      and not has_read(new.decider_id, coalesce(n.evidence_version_id, r.evidence_version_id))
  ) then
    raise exception 'the decider has not read the documents of the appeal' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_reading before insert on appeal_decision for each row
  when (new.outcome = 'upheld' and new.not_read_reason is null) execute function require_reading_of_appeal();
alter table appeal_decision enable always trigger require_reading;

-- Who holds the duty, or held it and recorded a judgement. Who only read has judged nothing: otherwise one who assigns could use up
-- everybody who may review the case later (docs/domain/review-and-duties.md 5).
create function worked_for(held case_assignment) returns boolean language plpgsql as $$
begin
  return held.ended_at is null
    or exists (
      select from case_check k left join appeal a on a.case_id = held.case_id
      where k.case_id in (held.case_id, a.evidence_case_id) and k.checked_by = held.assignee_id)
    or exists (select from correction_request where case_id = held.case_id and requested_by = held.assignee_id)
    or exists (select from recommendation where case_id = held.case_id and recommender_id = held.assignee_id)
    or exists (select from decision where case_id = held.case_id and decider_id = held.assignee_id);
end $$;

create function took_part(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return has_reviewed(person, of_case)
    or exists (select from case_assignment where case_id = of_case and assignee_id = person);
end $$;
