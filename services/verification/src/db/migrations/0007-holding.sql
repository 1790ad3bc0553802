-- Who holds the work on a case, and who just held it (promise T9).

-- The work name, from identity; null before its event arrives and after an erasure.
alter table operator add work_name text;

-- Claims of cases in the queue, from operations, until a day after their end. No row changes when a claim ends with its time.
create table case_claim (
  claim_id uuid primary key,
  case_id uuid not null,
  operator_id uuid not null,
  claimed_at timestamptz not null,
  ends_at timestamptz not null,
  ended_because text check (ended_because in ('assigned', 'released', 'permission_ended', 'moved_on'))
);
create index case_claim_of_case on case_claim (case_id, ends_at);
create index case_claim_by_end on case_claim (ends_at);
grant select, insert, update (ends_at, ended_because), delete on case_claim to service_app;

-- Events come in any order: a claim that has ended stays so.
create function keep_ended_claim() returns trigger language plpgsql as $$
begin
  if old.ended_because is not null then
    return null;
  end if;
  if new.ended_because is null then
    new.ends_at := greatest(old.ends_at, new.ends_at);
  end if;
  return new;
end $$;
create trigger keep_ended_claim before update on case_claim for each row execute function keep_ended_claim();
alter table case_claim enable always trigger keep_ended_claim;

-- Why an operator no longer has a duty. None for who stands with the provider: they are told nothing. No foreign key: the guards of
-- assignments answer first.
create table lost_duty (
  assignment_id uuid primary key,
  because text not null check (because in ('assigned', 'released', 'withdrawn', 'permission_ended'))
);
call make_immutable('lost_duty');
grant select, insert on lost_duty to service_app;

-- To whom a case was shown as free, and when last. Only the last minute counts.
create table free_sighting (
  operator_id uuid not null,
  case_id uuid not null,
  seen_at timestamptz not null,
  primary key (operator_id, case_id)
);
create index free_sighting_by_time on free_sighting (seen_at);
grant select, insert, update (seen_at), delete on free_sighting to service_app;
