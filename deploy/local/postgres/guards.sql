-- Protects the guards (promise M2). Triggers protect recorded facts, but the owner of a table can disable its triggers, and
-- migrations run as the owner. These event triggers belong to a superuser: once a guard is sealed, no command of any role
-- can weaken it. A guard is a trigger that fires always. After this script they can be changed, until somebody seals them or an
-- hour has passed: a step that crashes leaves them sealed as they stood before it.

-- First: a seal that does not match refuses every other command, and one of an older dump has the table's oid of another
-- database.
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
-- The functions that guards call, however far down: one that answers something else would switch its guard off.
create table guard.sealed_function (
  function regprocedure primary key,
  definition text not null
);
-- The partitions of guarded tables. One that is taken out of its table loses its guards, and could come back changed.
create table guard.partition (
  table_id regclass primary key,
  parent_id regclass not null,
  -- When all its rows are older than the table keeps them. By its bounds, because its owner may give it any name.
  droppable_at timestamptz
);
create table guard.opening (until timestamptz not null);
-- The owner of the database can dump them.
grant usage on schema guard to pg_database_owner;
grant select on guard.sealed, guard.sealed_function, guard.partition, guard.opening to pg_database_owner;

create function guard.is_open() returns boolean language sql stable set search_path = pg_catalog as $$
  select exists (select from guard.opening where until > now())
$$;

create function guard.standing() returns setof guard.sealed language sql stable set search_path = pg_catalog as $$
  select tgrelid::regclass, tgname, pg_get_triggerdef(pg_trigger.oid) || E'\n' || pg_get_functiondef(tgfoid)
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgenabled = 'A' and not tgisinternal and not relispartition
$$;

-- The first 48 bits of a bound are its time in milliseconds.
create function guard.note_partitions() returns void language plpgsql set search_path = pg_catalog as $$
begin
  delete from guard.partition where not exists (select from pg_class where oid = table_id);
  if to_regclass('public.partitioned_table') is null then
    return;
  end if;
  insert into guard.partition
  select i.inhrelid, i.inhparent, days_kept * interval '24 hours' + to_timestamp(('x' || translate(
    substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]{13})'), '-', ''))::bit(48)::bigint / 1000.0)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  left join public.partitioned_table t on to_regclass(format('public.%I', t.name)) = i.inhparent
  where i.inhparent in (select table_id from guard.sealed) on conflict do nothing;
end $$;

-- Those of extensions belong to the superuser.
create function guard.standing_functions() returns setof guard.sealed_function language sql stable set search_path = pg_catalog as $$
  select p.oid::regprocedure, pg_get_functiondef(p.oid)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.prokind in ('f', 'p') and n.nspname not like 'pg\_%' and n.nspname not in ('information_schema', 'guard')
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
$$;

create function guard.refuse_weakening() returns event_trigger language plpgsql
security definer set search_path = pg_catalog as $$
declare
  broken record;
begin
  perform guard.note_partitions();
  if guard.is_open() then
    return;
  end if;
  select sealed.trigger_name, standing.definition is null as is_gone into broken
  from guard.sealed left join guard.standing() standing using (table_id, trigger_name)
  where standing.definition is distinct from sealed.definition limit 1;
  if found then
    raise exception 'the guard % is sealed', broken.trigger_name using errcode = 'restrict_violation',
      hint = 'Guards change in migrations, while the platform is set up by its superuser (ADR 0025).';
  end if;
  -- A partition that is taken out of its table loses the triggers of rows, so that this refuses it too.
  select parent.tgname into broken from guard.partition p
  join pg_trigger parent on parent.tgrelid = p.parent_id and parent.tgenabled = 'A' and not parent.tgisinternal
  left join pg_trigger own on own.tgrelid = p.table_id and own.tgname = parent.tgname and own.tgenabled = 'A'
    and (own.tgfoid, own.tgtype) = (parent.tgfoid, parent.tgtype)
  where own.oid is null limit 1;
  if found then
    raise exception 'the guard % is sealed', broken.tgname using errcode = 'restrict_violation',
      hint = 'A partition has the guards of its table, and stays in it until it is dropped (ADR 0135).';
  end if;
  select sealed.function into broken
  from guard.sealed_function sealed left join guard.standing_functions() standing using (function)
  where standing.definition is distinct from sealed.definition limit 1;
  if found then
    raise exception 'the function % is sealed', broken.function using errcode = 'restrict_violation',
      hint = 'Guards change in migrations, while the platform is set up by its superuser (ADR 0025).';
  end if;
end $$;

-- Row triggers do not fire when a column is dropped or its type changes.
create function guard.refuse_loss() returns event_trigger language plpgsql
security definer set search_path = pg_catalog as $$
begin
  if not guard.is_open() and exists (
    select from pg_event_trigger_dropped_objects() dropped join guard.sealed on sealed.table_id = dropped.objid
    where dropped.object_type = 'table column'
  ) then
    raise exception 'the columns of a guarded table are sealed' using errcode = 'restrict_violation';
  end if;
  if not guard.is_open() and exists (
    select from pg_event_trigger_dropped_objects() dropped join guard.partition p on p.table_id = dropped.objid
    where dropped.object_type = 'table' and (p.droppable_at <= now()) is not true
  ) then
    raise exception 'the rows of a guarded table are sealed' using errcode = 'restrict_violation',
      hint = 'A partition is dropped when its week is older than partitioned_table says (ADR 0135).';
  end if;
end $$;
create function guard.refuse_rewrite() returns event_trigger language plpgsql
security definer set search_path = pg_catalog as $$
begin
  if not guard.is_open() and pg_event_trigger_table_rewrite_oid() in (
    select table_id from guard.sealed union all select table_id from guard.partition) then
    raise exception 'the rows of a guarded table are sealed' using errcode = 'restrict_violation';
  end if;
end $$;

-- Seals the guards as they are. The owner may call it, because sealing weakens nothing: so the step that migrates needs no superuser.
-- A guard and what it calls read the tables of `public`, whatever temporary tables or schemas its session has.
create function guard.seal() returns void language plpgsql security definer set search_path = pg_catalog as $$
declare
  guarding regprocedure;
begin
  for guarding in
    select distinct p.oid::regprocedure from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgenabled = 'A' and not t.tgisinternal and p.proconfig is null
  loop
    execute format('alter function %s set search_path = public, pg_temp', guarding);
  end loop;
  delete from guard.sealed;
  insert into guard.sealed select * from guard.standing();
  delete from guard.partition;
  perform guard.note_partitions();
  delete from guard.sealed_function;
  insert into guard.sealed_function select * from guard.standing_functions();
  delete from guard.opening;
end $$;
revoke execute on function guard.seal() from public;
grant execute on function guard.seal() to pg_database_owner;

create event trigger guards_stand on ddl_command_end execute function guard.refuse_weakening();
create event trigger guarded_columns_stay on sql_drop execute function guard.refuse_loss();
create event trigger guarded_rows_stay on table_rewrite execute function guard.refuse_rewrite();
alter event trigger guards_stand enable always;
alter event trigger guarded_columns_stay enable always;
alter event trigger guarded_rows_stay enable always;

insert into guard.sealed select * from guard.standing();
insert into guard.sealed_function select * from guard.standing_functions();
select guard.note_partitions();
insert into guard.opening values (now() + interval '1 hour');
