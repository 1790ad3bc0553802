-- A check uses a method that the requirement version allows; a field visit needs an accepted field submission (ADR 0036).

create table requirement_method (
  requirement_version_id uuid not null,
  requirement_key text not null,
  method check_method not null,
  primary key (requirement_version_id, requirement_key, method),
  foreign key (requirement_version_id, requirement_key) references requirement
);
insert into requirement_method (requirement_version_id, requirement_key, method)
  select requirement_version_id, key, claim_method from requirement;
call make_immutable('requirement_method');
grant select, insert on requirement_method to service_app;
alter table requirement drop column claim_method;

-- Accepted field submissions. Nothing writes them until operations announces field work, so no check can be a field visit yet.
create table field_submission (
  id uuid primary key,
  case_id uuid not null references verification_case,
  requirement_key text not null,
  accepted_at timestamptz not null,
  foreign key (case_id, requirement_key) references case_requirement (case_id, requirement_key),
  unique (id, case_id, requirement_key)
);
call make_immutable('field_submission');
grant select on field_submission to service_app;

-- Earlier checks keep what they recorded: the constraints hold for every new one.
alter table case_check
  add column requirement_version_id uuid,
  add column field_submission_id uuid,
  add constraint method_is_allowed foreign key (requirement_version_id, requirement_key, method) references requirement_method,
  add foreign key (case_id, requirement_version_id) references verification_case (id, requirement_version_id),
  add foreign key (field_submission_id, case_id, requirement_key) references field_submission (id, case_id, requirement_key),
  add constraint method_is_of_a_version check (requirement_version_id is not null) not valid,
  add constraint field_visit_has_submission check ((method = 'field_visit') = (field_submission_id is not null)) not valid;

-- Also of an earlier check: no new claim names a method that its requirement version does not allow.
create or replace function guard_claim() returns trigger language plpgsql as $$
begin
  if new.state <> 'active' or not exists (
    select from decision d
      join verification_case c on c.id = d.case_id
      join decision_claim l on l.decision_id = d.id and l.claim_type = new.claim_type
      join case_check k on k.id = l.check_id
      join requirement_method m on m.requirement_version_id = d.requirement_version_id
        and m.requirement_key = l.requirement_key and m.method = k.method
    where d.id = new.decision_id and d.recorded_in = pg_current_xact_id()
      and new.provider_id = c.provider_id and new.category_key = c.category_key
      and new.method = k.method and new.policy_version = d.policy_version
      and (k.method = 'field_visit') = (k.field_submission_id is not null)
      and new.valid_from = d.decided_at and new.valid_until = l.valid_until
      and new.limitations @> l.limitations and new.limitations @> k.limitations
  ) then
    raise exception 'a claim comes from a decision of its own transaction' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
