-- Suspension, restoration, revocation and supersession of a claim are recorded, with a reason and a cause.
-- checked against release 1: superseding a claim fails, so stop verification before this migration.

alter type timeline_type add value 'claim_suspended';
alter type timeline_type add value 'claim_restored';
alter type timeline_type add value 'claim_revoked';

create table claim_change_reason (
  to_state claim_state not null,
  reason text not null,
  primary key (to_state, reason)
);
insert into claim_change_reason values
  ('suspended', 'evidence_in_doubt'),
  ('suspended', 'conditions_changed'),
  ('suspended', 'safety_concern'),
  ('suspended', 'emergency_action'),
  ('active', 'doubt_resolved'),
  ('active', 'appeal_pending'),
  ('active', 'decision_overturned'),
  ('active', 'emergency_action_ended'),
  ('revoked', 'evidence_not_authentic'),
  ('revoked', 'conditions_not_met'),
  ('revoked', 'granted_in_error'),
  ('revoked', 'safety_concern'),
  ('superseded', 'renewed');

create table claim_change (
  id uuid primary key,
  position bigint generated always as identity unique,
  claim_id uuid not null references claim,
  from_state claim_state not null,
  to_state claim_state not null,
  reason text not null,
  decision_id uuid references decision,
  appeal_id uuid,
  emergency_action_id uuid,
  changed_at timestamptz not null,
  recorded_in xid8 not null default pg_current_xact_id(),
  foreign key (to_state, reason) references claim_change_reason,
  constraint change_has_one_cause check (num_nonnulls(decision_id, appeal_id, emergency_action_id) = 1),
  constraint emergency_action_has_own_reasons
    check ((emergency_action_id is not null) = (reason in ('emergency_action', 'emergency_action_ended')))
);
create index claim_change_of_claim on claim_change (claim_id, position desc);
call make_immutable('claim_change');
call make_immutable('claim_change_reason');

create function guard_claim_change() returns trigger language plpgsql as $$
begin
  perform from claim where id = new.claim_id and state = new.from_state for update;
  if not found then
    raise exception 'the claim is not in the state %', new.from_state using errcode = 'restrict_violation';
  end if;
  if new.decision_id is not null and not exists (
    select from claim c
      join decision d on d.id = new.decision_id and d.recorded_in = pg_current_xact_id()
      join verification_case k on k.id = d.case_id and k.provider_id = c.provider_id and k.category_key = c.category_key
    where c.id = new.claim_id
  ) then
    raise exception 'a claim is changed by a decision of its own transaction and provider' using errcode = 'restrict_violation';
  end if;
  new.recorded_in := pg_current_xact_id();
  return new;
end $$;
create trigger guard_claim_change before insert on claim_change for each row execute function guard_claim_change();
alter table claim_change enable always trigger guard_claim_change;

create function guard_claim_update() returns trigger language plpgsql as $$
begin
  if not exists (
    select from claim_change
    where claim_id = old.id and from_state = old.state and to_state = new.state and recorded_in = pg_current_xact_id()
  ) then
    raise exception 'a claim changes with a recorded change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
-- Named to run after check_transition.
create trigger guard_claim_update before update on claim for each row
  when (new.state is distinct from old.state) execute function guard_claim_update();
alter table claim enable always trigger guard_claim_update;

-- At commit the claim has the state of its last change.
create function check_claim_changed() returns trigger language plpgsql as $$
begin
  if exists (
    select from claim c
    where c.id = new.claim_id
      and c.state <> (select to_state from claim_change where claim_id = c.id order by position desc limit 1)
  ) then
    raise exception 'a recorded change changes its claim' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger claim_is_changed after insert on claim_change deferrable initially deferred
  for each row execute function check_claim_changed();
alter table claim_change enable always trigger claim_is_changed;

alter table claim add constraint limitations_say_something check (array_position(limitations, '') is null) not valid;

grant select on claim_change_reason to service_app;
grant select, insert on claim_change to service_app;
