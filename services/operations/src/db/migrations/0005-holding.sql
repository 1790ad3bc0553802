-- Who holds the work on a case, and who just held it (promise T9).

-- The work name, from identity; null before its event arrives and after an erasure.
alter table operator add work_name text;

-- Each claim of a case until a day after its end; `triage_claim` has those in force.
create table case_claim (
  claim_id uuid primary key default gen_random_uuid(),
  case_id uuid not null,
  operator_id uuid not null,
  claimed_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= claimed_at),
  -- `expired` once somebody else has claimed the case; the end itself needs no write.
  ended_because text check (ended_because in ('expired', 'assigned', 'released', 'permission_ended', 'moved_on'))
);
create index case_claim_of_case on case_claim (case_id, ends_at);
create index case_claim_by_end on case_claim (ends_at);
grant select, insert, update (ends_at, ended_because), delete on case_claim to service_app;
insert into case_claim (case_id, operator_id, claimed_at, ends_at)
select subject_id, operator_id, claimed_at, expires_at from triage_claim where subject_type = 'verification_case';

-- Who held a duty of a case in the last day, from verification.
create table lost_duty (
  assignment_id uuid primary key,
  case_id uuid not null,
  operator_id uuid not null,
  lost_at timestamptz not null,
  because text not null
);
create index lost_duty_of_case on lost_duty (case_id, operator_id);
create index lost_duty_by_time on lost_duty (lost_at);
grant select, insert, delete on lost_duty to service_app;

-- To whom a case was shown as free, and when last. Only the last minute counts.
create table free_sighting (
  operator_id uuid not null,
  case_id uuid not null,
  seen_at timestamptz not null,
  primary key (operator_id, case_id)
);
create index free_sighting_by_time on free_sighting (seen_at);
grant select, insert, update (seen_at), delete on free_sighting to service_app;
