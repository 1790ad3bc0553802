-- What waits for a decision about reviews, disputes and reports, from provider's events, and those decisions (ADR 0074).

create table moderation (
  id uuid primary key,
  subject_id uuid not null,
  kind text not null check (kind in ('review', 'dispute', 'report')),
  round smallint not null,
  is_appeal boolean not null,
  provider_id uuid not null,
  category_key text,
  reason_code text not null,
  involved uuid[] not null,
  requested_at timestamptz not null,
  ready_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'decided', 'withdrawn')),
  outcome text,
  decision_reason text,
  reason text check (char_length(reason) between 10 and 500),
  decided_by uuid,
  decided_at timestamptz,
  unique (subject_id, round),
  check ((state = 'decided') = (decided_by is not null and decided_at is not null and outcome is not null and reason is not null)),
  constraint decider_is_not_involved check (decided_by <> all (involved))
);
create index moderation_open on moderation (kind, due_at, id) where state = 'open';
create index moderation_listed on moderation (kind, requested_at desc, id desc);
grant select, insert, update (ready_at, due_at, state, outcome, decision_reason, reason, decided_by, decided_at)
  on moderation to service_app;

insert into allowed_transition values ('moderation', 'open', 'decided'), ('moderation', 'open', 'withdrawn');
call guard_transitions('moderation', 'moderation');

create function guard_moderation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.state <> 'open' then
    raise exception 'a moderation that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  -- Another operator decides the appeal (contract §3).
  if new.is_appeal and new.decided_by is not null and exists (
    select from moderation where subject_id = new.subject_id and round < new.round and decided_by = new.decided_by
  ) then
    raise exception 'an appeal is decided by another operator'
      using errcode = 'check_violation', constraint = 'appeal_has_another_decider';
  end if;
  if new.decided_by is not null and exists (
    select from representative where provider_id = new.provider_id and user_id = new.decided_by and ended_at is null
  ) then
    raise exception 'an operator cannot decide about a provider they represent'
      using errcode = 'check_violation', constraint = 'decider_is_no_representative';
  end if;
  return new;
end $$;
create trigger guard_moderation before update or delete on moderation for each row execute function guard_moderation();
create trigger guard_moderations before truncate on moderation for each statement execute function guard_moderation();
alter table moderation enable always trigger guard_moderation;
alter table moderation enable always trigger guard_moderations;
