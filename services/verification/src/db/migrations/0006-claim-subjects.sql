-- What claims are about (docs/domain/claim-subject.md): a registered name, the person responsible or premises, as the provider service
-- announces them. Names stay there.
create type claim_about as enum ('business', 'person', 'premises');
create table claim_subject (
  id uuid primary key,
  provider_id uuid not null,
  about claim_about not null,
  -- Of the person responsible, to find what was refused about them in another provider. Null: announced by an earlier release.
  person_id uuid check (person_id is null or about = 'person'),
  named_at timestamptz not null,
  ended_at timestamptz
);
create index claim_subject_person on claim_subject (person_id) where person_id is not null;
create index claim_subject_of_provider on claim_subject (provider_id, about) where ended_at is null;
grant select, insert, update (ended_at, person_id) on claim_subject to service_app;

create function guard_claim_subject() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null and new.ended_at is distinct from old.ended_at
    or old.person_id is not null and new.person_id is distinct from old.person_id then
    raise exception 'what a claim is about ends once and is kept' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_claim_subject before update or delete on claim_subject for each row execute function guard_claim_subject();
alter table claim_subject enable always trigger guard_claim_subject;
create trigger refuse_truncate before truncate on claim_subject for each statement execute function refuse_change();
alter table claim_subject enable always trigger refuse_truncate;

-- A case shows which subject of its requirements is current, so its revision changes with it (promise T3).
create function count_revisions_of_provider() returns trigger language plpgsql as $$
begin
  update case_revision r set revision = r.revision + 1
  from verification_case c where c.id = r.case_id and c.provider_id = new.provider_id
    and c.state not in ('decided', 'withdrawn', 'expired', 'under_appeal')
    and exists (
      select from case_requirement k
        join requirement q on q.requirement_version_id = k.requirement_version_id and q.key = k.requirement_key
      where k.case_id = c.id and q.claim_about = new.about);
  return null;
end $$;
create trigger count_revision after insert or update on claim_subject for each row execute function count_revisions_of_provider();
alter table claim_subject enable always trigger count_revision;

create function is_current_subject(subject uuid, of_provider uuid, of_about claim_about) returns boolean language sql stable as $$
  select exists (
    select from claim_subject
    where id = subject and provider_id = of_provider and about = of_about and ended_at is null);
$$;

alter table requirement add claim_about claim_about not null default 'business';

-- A check confirms the current subject; a failed one may name who was responsible when the document was sent. Null: a failed check, or
-- one by an earlier release.
alter table case_check add subject_id uuid references claim_subject;
create function require_subject_of_check() returns trigger language plpgsql as $$
begin
  if not exists (
    select from verification_case c
      join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = new.requirement_key
    where c.id = new.case_id and (is_current_subject(new.subject_id, c.provider_id, r.claim_about)
      or new.result = 'failed' and r.claim_about = 'person'
        and new.subject_id = person_when_sent(new.evidence_version_id, c.provider_id))
  ) then
    raise exception 'the check confirms something that is not current' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_subject before insert on case_check for each row when (new.subject_id is not null)
  execute function require_subject_of_check();
alter table case_check enable always trigger require_subject;

-- A claim is about what its check confirmed, which must be current when it is granted.
alter table claim add subject_id uuid references claim_subject;
create index claim_of_subject on claim (subject_id) where state = 'active';
create function require_subject_of_claim() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  select k.subject_id into checked from decision_claim l join case_check k on k.id = l.check_id
  where l.decision_id = new.decision_id and l.claim_type = new.claim_type;
  if new.subject_id is distinct from checked then
    raise exception 'a claim is about what its check confirmed' using errcode = 'restrict_violation';
  end if;
  perform from claim_subject where id = new.subject_id and ended_at is null for share;
  if new.subject_id is not null and not found then
    raise exception 'what the claim is about has ended' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_subject before insert on claim for each row execute function require_subject_of_claim();
alter table claim enable always trigger require_subject;

-- The end of what a claim is about suspends it, and nothing makes it active again.
insert into claim_change_reason values ('suspended', 'subject_ended');
alter table claim_change
  add subject_id uuid references claim_subject,
  drop constraint change_has_one_cause,
  add constraint change_has_one_cause
    check (num_nonnulls(decision_id, appeal_id, emergency_action_id, override_id, subject_id) = 1),
  add constraint subject_has_own_reason check ((subject_id is not null) = (reason = 'subject_ended'));
create function require_subject_of_change() returns trigger language plpgsql as $$
begin
  if exists (
    select from claim c join claim_subject s on s.id = c.subject_id
    where c.id = new.claim_id and (
      new.to_state = 'active' and s.ended_at is not null
      or new.subject_id is not null and (new.subject_id <> s.id or s.ended_at is null))
  ) then
    raise exception 'a claim is active only while what it is about is current' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_subject before insert on claim_change for each row execute function require_subject_of_change();
alter table claim_change enable always trigger require_subject;
