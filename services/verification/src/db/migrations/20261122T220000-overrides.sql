-- Approved overrides of operations on cases and claims (ADR 0083). A block ends at ends_at, when it is read.
-- checked against release 1: its replicas assign duties that a block keeps.
create table applied_override (
  override_id uuid primary key,
  kind text not null check (kind in ('deadline-extension', 'case-reassignment-block', 'claim-suspension-lift')),
  target_id uuid not null,
  ends_at timestamptz,
  approved_at timestamptz not null,
  recorded_in xid8 not null default pg_current_xact_id(),
  check ((ends_at is not null) = (kind = 'case-reassignment-block'))
);
create index applied_override_block on applied_override (target_id, ends_at) where kind = 'case-reassignment-block';
call make_immutable('applied_override');
grant select, insert on applied_override to service_app;

insert into claim_change_reason values ('active', 'suspension_lifted');
alter table claim_change
  add column override_id uuid references applied_override,
  drop constraint change_has_one_cause,
  add constraint change_has_one_cause check (num_nonnulls(decision_id, appeal_id, emergency_action_id, override_id) = 1),
  add constraint override_has_own_reason check ((override_id is not null) = (reason = 'suspension_lifted'));

-- A deadline moves to a later time, by an override of the same transaction.
drop trigger keep_facts on correction_request;
create trigger keep_facts before update on correction_request
  for each row execute function keep_facts('state', 'ended_at', 'due_at');
alter table correction_request enable always trigger keep_facts;
create function guard_extension() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' or new.due_at < old.due_at or not exists (
    select from applied_override
    where target_id = new.case_id and kind = 'deadline-extension' and recorded_in = pg_current_xact_id()
  ) then
    raise exception 'a deadline is extended by an approved override' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_extension before update on correction_request
  for each row when (new.due_at <> old.due_at) execute function guard_extension();
alter table correction_request enable always trigger guard_extension;
create constraint trigger extension_is_of_case after update on correction_request deferrable initially deferred
  for each row when (new.due_at <> old.due_at) execute function check_correction('case_id');
alter table correction_request enable always trigger extension_is_of_case;
grant update (due_at) on correction_request to service_app;
