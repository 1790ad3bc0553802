-- What guards the guards (promise M2). Triggers keep recorded facts from everybody, but who owns a table can switch its triggers off, and
-- migrations run as the owner. So a superuser, who owns all of this, lets no command of any role weaken a guard once it is sealed. A guard
-- is a trigger that fires always. May run again at any time, and opens the seals: `sealGuards` closes them when the migrations are through.

-- First, because a seal that does not match refuses every other command: one of an older dump names its table by an identifier that
-- belonged to another database.
drop event trigger if exists guards_stand;
drop event trigger if exists guarded_columns_stay;
drop event trigger if exists guarded_rows_stay;
drop schema if exists guard cascade;

create schema guard;
create table guard.sealed (
  -- Dumped as a name, so that a seal holds in a restored database, where the table has another oid.
  table_id regclass not null,
  trigger_name name not null,
  -- The trigger with its condition, and the function that it calls.
  definition text not null,
  primary key (table_id, trigger_name)
);
-- The owner of the database can dump it.
grant usage on schema guard to pg_database_owner;
grant select on guard.sealed to pg_database_owner;

create function guard.standing() returns setof guard.sealed language sql stable set search_path = pg_catalog as $$
  select tgrelid::regclass, tgname, pg_get_triggerdef(oid) || E'\n' || pg_get_functiondef(tgfoid)
  from pg_trigger where tgenabled = 'A' and not tgisinternal
$$;

create function guard.refuse_weakening() returns event_trigger language plpgsql
security definer set search_path = pg_catalog as $$
declare
  broken record;
begin
  select sealed.trigger_name, standing.definition is null as is_gone into broken
  from guard.sealed left join guard.standing() standing using (table_id, trigger_name)
  where standing.definition is distinct from sealed.definition limit 1;
  if found then
    raise exception 'the guard % is sealed', broken.trigger_name using errcode = 'restrict_violation',
      hint = 'Guards change in migrations, while the platform is set up by its superuser (ADR 0025).';
  end if;
end $$;

-- What no trigger of a row would see: a column that goes, and values that change with the type of their column.
create function guard.refuse_loss() returns event_trigger language plpgsql
security definer set search_path = pg_catalog as $$
begin
  if exists (
    select from pg_event_trigger_dropped_objects() dropped join guard.sealed on sealed.table_id = dropped.objid
    where dropped.object_type = 'table column'
  ) then
    raise exception 'the columns of a guarded table are sealed' using errcode = 'restrict_violation';
  end if;
end $$;
create function guard.refuse_rewrite() returns event_trigger language plpgsql
security definer set search_path = pg_catalog as $$
begin
  if exists (select from guard.sealed where table_id = pg_event_trigger_table_rewrite_oid()) then
    raise exception 'the rows of a guarded table are sealed' using errcode = 'restrict_violation';
  end if;
end $$;

create event trigger guards_stand on ddl_command_end execute function guard.refuse_weakening();
create event trigger guarded_columns_stay on sql_drop execute function guard.refuse_loss();
create event trigger guarded_rows_stay on table_rewrite execute function guard.refuse_rewrite();
alter event trigger guards_stand enable always;
alter event trigger guarded_columns_stay enable always;
alter event trigger guarded_rows_stay enable always;
