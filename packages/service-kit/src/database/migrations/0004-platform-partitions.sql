-- Tables of rows that are kept for some weeks: each week is a partition, which is dropped whole (ADR 0135). Their ids are
-- UUIDs of version 7, which begin with their time. There is no default partition: a row of a week without one is refused.

create table partitioned_table (
  name text primary key,
  -- A week is dropped when its last row is older.
  days_kept integer not null check (days_kept >= 14),
  -- A condition: a week with such a row stays.
  needed_while text
);
call make_immutable('partitioned_table');
grant select on partitioned_table to service_app;

insert into partitioned_table values
  -- As long as in JetStream (promise E6).
  ('outbox', 14, 'sent_at is null'),
  -- Longer than the outbox: a republished event stays in the stream for another 14 days.
  ('inbox', 30, null);

-- The smallest UUID of version 7 of a moment.
create function first_id(moment timestamptz) returns uuid language sql immutable strict as $$
  select rpad(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- Weeks begin on Monday at midnight UTC.
create function week_of(moment timestamptz) returns timestamptz language sql immutable strict as $$
  select date_trunc('week', moment at time zone 'UTC') at time zone 'UTC'
$$;

create function partition_name(parent text, week timestamptz) returns text language sql immutable strict as $$
  select format('%s_%s', parent, to_char(week at time zone 'UTC', 'YYYYMMDD'))
$$;

-- Creates the weeks that rows of the kept time and of the next days need; returns the names of the new ones. Attaching a
-- partition lets others read and write meanwhile.
create function create_partitions(moment timestamptz, days_ahead integer) returns setof text language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  parent text;
  week timestamptz;
  partition text;
begin
  perform pg_advisory_xact_lock(hashtext('trust'), hashtext('partitions'));
  for parent, week in
    select name, one from partitioned_table,
      generate_series(week_of(moment - days_kept * interval '24 hours'), moment + days_ahead * interval '24 hours', interval '168 hours') one
    order by name, one
  loop
    partition := partition_name(parent, week);
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like %I including all)', partition, parent);
    -- Postgres copies only triggers of rows.
    if exists (select from pg_trigger where tgrelid = to_regclass(parent) and tgname = 'refuse_truncate') then
      execute format('create trigger refuse_truncate before truncate on %I for each statement execute function refuse_change()', partition);
      execute format('alter table %I enable always trigger refuse_truncate', partition);
    end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      parent, partition, first_id(week), first_id(week + interval '168 hours'));
    return next partition;
  end loop;
end $$;

-- Drops one week that is older than the kept time, by the clock of the database, so that no caller with a wrong clock drops more.
-- Returns its name, or null when there is none. The lock on the parent
-- is held for milliseconds. Who waits for it makes all later writes wait, so the wait is short and the caller repeats it.
create function drop_old_partition() returns text language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare
  parent text;
  partition text;
  condition text;
  is_needed boolean;
begin
  for parent, partition, condition in
    select t.name, c.relname, coalesce(needed_while, 'false')
    from partitioned_table t join pg_inherits i on i.inhparent = to_regclass(t.name) join pg_class c on c.oid = i.inhrelid
    where c.relname < partition_name(t.name, week_of(now() - days_kept * interval '24 hours'))
    order by 2
  loop
    execute format('lock table only %I in access exclusive mode', parent);
    execute format('select exists (select from %I where %s)', partition, condition) into is_needed;
    if is_needed then
      raise notice '% stays: it has rows with %.', partition, condition;
      continue;
    end if;
    execute format('drop table %I', partition);
    return partition;
  end loop;
  return null;
end $$;

revoke execute on function create_partitions, drop_old_partition from public;
grant execute on function create_partitions, drop_old_partition to service_maintenance;
