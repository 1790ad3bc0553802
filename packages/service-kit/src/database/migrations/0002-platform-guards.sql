-- Guards that every service uses. Each is ENABLE ALWAYS, because a plain trigger does not fire under
-- session_replication_role = replica. After the migrations they are sealed (ADR 0025).

-- Recorded facts (promise M2).

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is immutable', tg_table_name using errcode = 'restrict_violation';
end $$;

create procedure make_immutable(target regclass) language plpgsql as $$
begin
  execute format('create trigger refuse_row_change before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger refuse_row_change', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;

-- States (promise M1): the rows list every allowed transition of a thing, and a trigger rejects all others.

create table allowed_transition (
  thing text not null,
  from_state text not null,
  to_state text not null,
  primary key (thing, from_state, to_state)
);
grant select on allowed_transition to service_app;

create function check_transition() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and not exists (
    select from allowed_transition where thing = tg_argv[0] and from_state = old.state::text and to_state = new.state::text
  ) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create procedure guard_transitions(target regclass, thing text) language plpgsql as $$
begin
  execute format('create trigger check_transition before update on %s for each row execute function check_transition(%L)', target, thing);
  execute format('alter table %s enable always trigger check_transition', target);
end $$;
