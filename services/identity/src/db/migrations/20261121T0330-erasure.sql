-- Erasure: what is left of a person is this row, their id in what others did, and their consents (ADR 0007).

create table erasure (
  person_id uuid primary key references person,
  erased_at timestamptz not null
);
call make_immutable('erasure');
grant select, insert on erasure to service_app;

-- As long as one is in force nothing of the person may go.
create table legal_hold (
  id uuid primary key,
  person_id uuid not null references person,
  -- A file number, not a story: it outlives the hold.
  reason text not null check (char_length(reason) between 3 and 200),
  placed_at timestamptz not null,
  lifted_at timestamptz check (lifted_at >= placed_at)
);
create unique index legal_hold_one_in_force on legal_hold (person_id) where lifted_at is null;

create function guard_legal_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.lifted_at is not null or new.lifted_at is null
    or to_jsonb(new) - 'lifted_at' is distinct from to_jsonb(old) - 'lifted_at' then
    raise exception 'a legal hold can only be lifted, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_legal_hold before update or delete on legal_hold for each row execute function guard_legal_hold();
alter table legal_hold enable always trigger guard_legal_hold;
create trigger refuse_truncate before truncate on legal_hold for each statement execute function refuse_change();
alter table legal_hold enable always trigger refuse_truncate;
grant select, insert, update (lifted_at) on legal_hold to service_app;

-- Whoever is held keeps their key and contact points, whatever the code says.
create function refuse_while_held() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(old) ->> tg_argv[0];
begin
  if exists (select from legal_hold where person_id = person and lifted_at is null) then
    raise exception 'a legal hold is in force' using errcode = 'check_violation', constraint = 'legal_hold';
  end if;
  return old;
end $$;
create trigger refuse_while_held before delete on data_key for each row execute function refuse_while_held('subject_id');
create trigger refuse_while_held before delete on contact_point for each row execute function refuse_while_held('person_id');
alter table data_key enable always trigger refuse_while_held;
alter table contact_point enable always trigger refuse_while_held;
