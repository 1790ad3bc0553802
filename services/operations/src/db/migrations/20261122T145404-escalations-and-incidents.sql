-- Escalations and internal incidents. Arguments of the guard: first state, final states, columns that may change.
create function guard_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state::text <> tg_argv[0] then
      raise exception 'a new % is %', tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.state::text = any(string_to_array(tg_argv[1], ' ')) then
    raise exception 'a % that has ended is immutable', tg_table_name using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - string_to_array(tg_argv[2], ' ') <> to_jsonb(old) - string_to_array(tg_argv[2], ' ') then
    raise exception 'the facts of a % are immutable', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create procedure make_record(target regclass, first_state text, final_states text, changing text) language plpgsql as $$
begin
  execute format('create trigger guard_record before insert or update on %s for each row execute function guard_record(%L, %L, %L)',
    target, first_state, final_states, changing);
  execute format('create trigger refuse_row_delete before delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger guard_record', target);
  execute format('alter table %s enable always trigger refuse_row_delete', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;

create type work_state as enum ('open', 'in_progress', 'resolved');
create type work_subject as enum ('verification_case', 'provider', 'override', 'incident', 'field_work_item');
create type escalation_reason as enum (
  'suspected_fraud', 'evidence_conflict', 'conflict_of_interest', 'policy_unclear', 'second_opinion', 'safety_concern',
  'legal_or_regulator', 'sla_breach', 'technical'
);
create type incident_severity as enum ('critical', 'high', 'medium', 'low');

create table escalation (
  id uuid primary key,
  subject_type work_subject not null,
  subject_id uuid not null,
  -- Of the subject. Null for an override and for an incident of the whole platform.
  provider_id uuid,
  case_id uuid,
  reason_code escalation_reason not null,
  reason text not null check (char_length(reason) between 10 and 500),
  state work_state not null default 'open',
  opened_by uuid not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  started_by uuid,
  started_at timestamptz,
  resolved_by uuid,
  resolved_at timestamptz,
  resolution text check (char_length(resolution) between 10 and 500),
  check ((subject_type = 'verification_case') <= (case_id is not null)),
  check ((case_id is not null) <= (provider_id is not null)),
  check (num_nulls(started_by, started_at) = case state when 'open' then 2 else 0 end),
  check (num_nulls(resolved_by, resolved_at, resolution) = case state when 'resolved' then 0 else 3 end)
);
create index escalation_newest on escalation (opened_at desc, id desc);
create index escalation_open_of_case on escalation (case_id) where state <> 'resolved';
create index escalation_open on escalation (due_at, id) where state <> 'resolved';
insert into allowed_transition values ('escalation', 'open', 'in_progress'), ('escalation', 'in_progress', 'resolved');
call guard_transitions('escalation', 'escalation');
call make_record('escalation', 'open', 'resolved', 'state started_by started_at resolved_by resolved_at resolution');
grant select, insert, update (state, started_by, started_at, resolved_by, resolved_at, resolution) on escalation to service_app;

create table incident (
  id uuid primary key,
  severity incident_severity not null,
  title text not null check (char_length(title) between 5 and 120),
  provider_id uuid,
  -- While the incident is not resolved, the provider cannot be published.
  holds_publication boolean not null default false,
  reason text not null check (char_length(reason) between 10 and 500),
  state work_state not null default 'open',
  opened_by uuid not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  started_by uuid,
  started_at timestamptz,
  resolved_by uuid,
  resolved_at timestamptz,
  resolution text check (char_length(resolution) between 10 and 500),
  constraint hold_needs_provider check (provider_id is not null or not holds_publication),
  check (num_nulls(started_by, started_at) = case state when 'open' then 2 else 0 end),
  check (num_nulls(resolved_by, resolved_at, resolution) = case state when 'resolved' then 0 else 3 end)
);
create index incident_newest on incident (opened_at desc, id desc);
create index incident_open on incident (due_at, id) where state <> 'resolved';
insert into allowed_transition values ('incident', 'open', 'in_progress'), ('incident', 'in_progress', 'resolved');
call guard_transitions('incident', 'incident');
call make_record('incident', 'open', 'resolved', 'state started_by started_at resolved_by resolved_at resolution');
grant select, insert, update (state, started_by, started_at, resolved_by, resolved_at, resolution) on incident to service_app;
