-- What the workspace says of each requirement: the case that asks for it, the evidence that answers it, and what comes next.

-- Of a case that was known before this column existed nobody can say which version it asks for.
alter table case_projection add column requirement_version_id uuid;

-- In the order in which evidence can go on, so that the greater one is the later one.
create type evidence_state as enum ('pending_scan', 'available', 'rejected', 'refused');

create table evidence_projection (
  evidence_version_id uuid primary key,
  provider_id uuid not null,
  case_id uuid not null,
  requirement_key text not null,
  state evidence_state not null,
  at timestamptz not null
);
create index evidence_of_provider on evidence_projection (provider_id);
grant select, insert, update (state) on evidence_projection to service_app;

-- A draft with a day is announced: whoever offers the category sees what it will ask. It comes into force no earlier.
alter table requirement_version
  add column takes_effect_on date,
  add constraint not_before_it_was_announced_for check ((activated_at at time zone 'UTC')::date >= takes_effect_on);

create or replace function guard_requirement_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a requirement version is never deleted' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'draft'
    and (new.id, new.category_key, new.number, new.policy_version, new.requirements, new.activated_at, new.takes_effect_on)
      is distinct from (old.id, old.category_key, old.number, old.policy_version, old.requirements, old.activated_at, old.takes_effect_on)
    or old.state = 'retired' and new is distinct from old then
    raise exception 'requirement_version is immutable once active' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
