-- Which evidence a case may be judged on: its own, and in a review that of the current claims (ADR 0102).
-- checked against release 2: its replicas insert own evidence only, and the trigger adds it here.

create table case_evidence (
  evidence_version_id uuid not null references evidence_version,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  -- Of evidence of an earlier case: the claim that rests on it. The review makes that claim no longer.
  claim_id uuid references claim,
  primary key (evidence_version_id, case_id),
  unique (evidence_version_id, case_id, requirement_key)
);
create index case_evidence_of_case on case_evidence (case_id);
-- Without the lock, a version inserted between this copy and the trigger would be missing.
lock table evidence_version in share row exclusive mode;
insert into case_evidence (evidence_version_id, case_id, requirement_key)
  select id, case_id, requirement_key from evidence_version;
call make_immutable('case_evidence');

create function add_own_evidence() returns trigger language plpgsql as $$
begin
  insert into case_evidence (evidence_version_id, case_id, requirement_key) values (new.id, new.case_id, new.requirement_key);
  return null;
end $$;
create trigger add_own_evidence after insert on evidence_version for each row execute function add_own_evidence();
alter table evidence_version enable always trigger add_own_evidence;

create function guard_case_evidence() returns trigger language plpgsql as $$
declare
  version evidence_version;
begin
  select * into version from evidence_version where id = new.evidence_version_id and requirement_key = new.requirement_key;
  if new.claim_id is null and version.case_id is distinct from new.case_id then
    raise exception 'the evidence is of another case' using errcode = 'restrict_violation';
  end if;
  if new.claim_id is null then
    return new;
  end if;
  perform from verification_case c
    join claim g on g.id = new.claim_id and g.provider_id = c.provider_id and g.category_key = c.category_key
    join decision_claim l on l.decision_id = g.decision_id and l.claim_type = g.claim_type
  where c.id = new.case_id and c.kind = 'review' and c.state in ('awaiting_evidence', 'awaiting_correction')
    and not exists (select from appeal where evidence_case_id = c.id)
    and g.state in ('active', 'suspended') and l.evidence_version_id = version.id and version.state = 'available';
  if not found then
    raise exception 'a review rests on available evidence of a current claim' using errcode = 'restrict_violation';
  end if;
  if took_part(version.uploaded_by, new.case_id) then
    call refuse_duty('the uploader has had a duty of the case');
  end if;
  return new;
end $$;
create trigger guard_case_evidence before insert on case_evidence for each row execute function guard_case_evidence();
alter table case_evidence enable always trigger guard_case_evidence;

alter table case_requirement drop constraint case_requirement_evidence_version_id_case_id_requirement_k_fkey;
alter table case_requirement add constraint requirement_has_evidence
  foreign key (evidence_version_id, case_id, requirement_key) references case_evidence (evidence_version_id, case_id, requirement_key);
alter table case_check drop constraint case_check_evidence_version_id_case_id_requirement_key_fkey;
alter table case_check add constraint check_has_evidence
  foreign key (evidence_version_id, case_id, requirement_key) references case_evidence (evidence_version_id, case_id, requirement_key);
alter table correction_item drop constraint correction_item_evidence_version_id_case_id_requirement_ke_fkey;
alter table correction_item add constraint item_has_evidence
  foreign key (evidence_version_id, case_id, requirement_key) references case_evidence (evidence_version_id, case_id, requirement_key);

create or replace function stands_with_provider(person uuid, of_case uuid) returns boolean language plpgsql as $$
begin
  return exists (
      select from case_evidence c join evidence_version e on e.id = c.evidence_version_id
      where c.case_id = of_case and e.uploaded_by = person)
    or exists (
      select from verification_case c join representative r on r.provider_id = c.provider_id
      where c.id = of_case and r.user_id = person and (r.ended_at is null or r.ended_at > c.opened_at)
    );
end $$;

create function guard_earlier_end() returns trigger language plpgsql as $$
begin
  if exists (
    select from case_evidence c join claim g on g.id = c.claim_id
    where c.case_id = coalesce(new.evidence_case_id, new.case_id) and c.evidence_version_id = new.evidence_version_id
      and new.valid_until > g.valid_until
  ) then
    raise exception 'evidence of an earlier case makes no claim longer'
      using errcode = 'restrict_violation', constraint = 'earlier_evidence_extends_nothing';
  end if;
  return new;
end $$;
create trigger guard_earlier_end before insert on decision_claim for each row execute function guard_earlier_end();
alter table decision_claim enable always trigger guard_earlier_end;

grant select, insert on case_evidence to service_app;
