-- Nobody keeps a provider suspended or withheld alone, and nobody ends the measure of a colleague unseen
-- (docs/domain/provider-record.md 42 to 44).
alter table provider_transition
  -- Of operators, for whoever reviews what they did.
  add column reason text check (char_length(reason) between 10 and 500),
  -- Of a reinstatement or a release: the other operator who took, or confirmed, what it ends. Null of an own measure and of a hold.
  add column ends_measure_of uuid,
  add constraint reason_is_of_operators check (reason is null or acting_as = 'operator'),
  add constraint ends_measure_of_another check (
    ends_measure_of is null or (transition in ('reinstate', 'release') and ends_measure_of <> actor_id)),
  add constraint provider_transition_by unique (id, actor_id);

-- Whether another operator finds it justified.
create table measure_review (
  measure_id uuid primary key,
  -- The foreign key ties it to the transition, so the check below always compares the right person.
  acted_by uuid not null,
  reviewer_id uuid not null,
  outcome text not null check (outcome in ('justified', 'not_justified')),
  reason text not null check (char_length(reason) between 10 and 500),
  reviewed_at timestamptz not null,
  foreign key (measure_id, acted_by) references provider_transition (id, actor_id),
  constraint measure_review_not_by_actor check (reviewer_id <> acted_by)
);
call make_immutable('measure_review');
grant select, insert on measure_review to service_app;

create function awaits_review(of_one provider_transition) returns boolean language sql immutable as $$
  select of_one.acting_as = 'operator' and (of_one.transition in ('suspend', 'withhold') or of_one.ends_measure_of is not null);
$$;

create function guard_measure_review() returns trigger language plpgsql as $$
declare
  measure provider_transition;
begin
  select * into measure from provider_transition where id = new.measure_id;
  if not awaits_review(measure) then
    raise exception 'only a measure of an operator is reviewed'
      using errcode = 'check_violation', constraint = 'measure_review_of_a_measure';
  end if;
  if represents_since(new.reviewer_id, measure.provider_id, new.reviewed_at) then
    raise exception 'who represents the provider reviews no measure of it'
      using errcode = 'check_violation', constraint = 'measure_review_not_by_concerned';
  end if;
  return new;
end $$;
create trigger guard_measure_review before insert on measure_review for each row execute function guard_measure_review();
alter table measure_review enable always trigger guard_measure_review;

-- Null while it is in force.
create function measure_end(measure provider_transition) returns timestamptz language sql stable as $$
  select min(t.at) from provider_transition t
  where t.provider_id = measure.provider_id and t.at >= measure.at
    and t.transition in ('close', case measure.transition when 'suspend' then 'reinstate' else 'release' end::provider_transition_kind);
$$;

create function guard_repeated_measure() returns trigger language plpgsql as $$
begin
  perform from provider where id = new.provider_id for update;
  if exists (
    select from provider_transition m
    where m.provider_id = new.provider_id and m.actor_id = new.actor_id and m.acting_as = 'operator'
      and m.transition in ('suspend', 'withhold')
      and coalesce(measure_end(m), 'infinity') > new.at - interval '30 days'
      and not exists (select from measure_review r where r.measure_id = m.id and r.outcome = 'justified')
  ) then
    raise exception 'no other operator has reviewed the last measure of the same operator as justified'
      using errcode = 'restrict_violation', constraint = 'measure_not_repeated';
  end if;
  return new;
end $$;
create trigger guard_repeated_measure before insert on provider_transition for each row
  when (new.acting_as = 'operator' and new.transition in ('suspend', 'withhold')) execute function guard_repeated_measure();
alter table provider_transition enable always trigger guard_repeated_measure;

-- Another operator who selects the service again does not do it unseen (docs/domain/provider-record.md 19).
alter table service_selection
  add column removed_by uuid,
  add constraint remover_is_an_operator check (removed_by is null or removed_by_operators);
grant update (removed_by) on service_selection to service_app;
