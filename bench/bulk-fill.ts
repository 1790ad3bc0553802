import type { Client } from 'pg';

/**
 * Fills tables of `public` without triggers, foreign keys and secondary indexes, and restores them afterwards: the
 * indexes are built and the foreign keys are checked over all rows. Needs a superuser, because the guards are sealed.
 */
export async function bulkFill(superuser: Client, work: () => Promise<void>): Promise<void> {
  await superuser.query(suspend(['f']));
  await work();
  await superuser.query(resume);
  await superuser.query('vacuum analyze');
}

/**
 * The same in a database that no service uses: without any key, without a log, and `work` writes generated columns.
 * A sample of these is compared with their expressions.
 */
export async function exclusiveFill(superuser: Client, work: () => Promise<void>): Promise<void> {
  await superuser.query(`begin; ${rewrite}; ${suspend(['p', 'u', 'x', 'f'])}; ${acceptGenerated}`);
  await work();
  await superuser.query(`${generate}; ${resume}; commit`);
  await superuser.query('vacuum analyze');
}

/** Builds the secondary indexes of a table after `work`. */
export async function withoutIndexes(superuser: Client, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await superuser.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and ${isSecondary}`,
    [table],
  );
  for (const { name } of rows) await superuser.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await superuser.query(definition);
  await superuser.query(`vacuum analyze ${table}`);
}

const isSecondary = 'not exists (select from pg_constraint where conindid = i.indexrelid)';
const ofPublic = `(select oid from pg_class where relnamespace = 'public'::regnamespace)`;

// Postgres does not log rows of a table that the transaction rewrote if wal_level = minimal.
const rewrite = `
do $$ declare one record; begin
  for one in select conrelid::regclass::text as of_table, conname as name from pg_constraint
    where contype = 'p' and conrelid in ${ofPublic}
  loop execute format('cluster %s using %I', one.of_table, one.name); end loop;
end $$`;

const acceptGenerated = `
set allow_system_table_mods = on;
create temporary table suspended_generation as
  select attrelid, attnum, attname as name, pg_get_expr(adbin, adrelid) as expression
  from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attgenerated = 's' and attrelid in ${ofPublic};
update pg_attribute a set attgenerated = '' from suspended_generation s
where a.attrelid = s.attrelid and a.attnum = s.attnum`;

const generate = `
update pg_attribute a set attgenerated = 's' from suspended_generation s
where a.attrelid = s.attrelid and a.attnum = s.attnum;
do $$ declare one record; different bigint; begin
  for one in select * from suspended_generation loop
    execute format('select count(*) from (select * from %s tablesample system (1) limit 1000) t where %I is distinct from (%s)',
      one.attrelid::regclass, one.name, one.expression) into different;
    if different > 0 then raise exception '% of % differs from its expression in % rows', one.name, one.attrelid::regclass, different; end if;
  end loop;
  drop table suspended_generation;
end $$`;

const suspend = (kinds: string[]) => `
set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set temp_buffers = '128MB';
do $$ declare one record; begin
  for one in select evtname as name from pg_event_trigger loop
    execute format('alter event trigger %I disable', one.name);
  end loop;
  create temporary table suspended_trigger as
    select tgrelid::regclass::text as of_table, tgname as name, tgenabled as mode from pg_trigger
    where not tgisinternal and tgparentid = 0 and tgrelid in ${ofPublic};
  for one in select * from suspended_trigger loop
    execute format('alter table %s disable trigger %I', one.of_table, one.name);
  end loop;
  create temporary table suspended_key as
    select conrelid::regclass::text as of_table, conname as name, contype = 'f' as is_reference,
      pg_get_constraintdef(oid) as definition from pg_constraint
    where contype in (${kinds.map((kind) => `'${kind}'`)}) and conparentid = 0 and conrelid in ${ofPublic};
  for one in select * from suspended_key order by is_reference desc loop
    execute format('alter table %s drop constraint %I', one.of_table, one.name);
  end loop;
  create temporary table suspended_index as
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid in ${ofPublic} and ${isSecondary}
      and not exists (select from pg_inherits where inhrelid = i.indexrelid);
  for one in select * from suspended_index loop execute 'drop index ' || one.name; end loop;
end $$`;

const resume = `
do $$ declare one record; begin
  for one in select * from suspended_index loop execute one.definition; end loop;
  for one in select * from suspended_key order by is_reference loop
    execute format('alter table %s add constraint %I %s', one.of_table, one.name, one.definition);
  end loop;
  for one in select * from suspended_trigger loop
    execute format('alter table %s enable %s trigger %I', one.of_table,
      case one.mode when 'A' then 'always' when 'R' then 'replica' else '' end, one.name);
  end loop;
  for one in select evtname as name from pg_event_trigger loop
    execute format('alter event trigger %I enable always', one.name);
  end loop;
  drop table suspended_trigger, suspended_key, suspended_index;
end $$`;
