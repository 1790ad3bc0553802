import { randomUUID } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { repositoryRoot } from '../environment.ts';
import { serviceDatabases } from '../services.ts';
import { migrateService } from './migrate-service.ts';

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

type Guard = { table: string; trigger: string; function: string; column: string; type: string };

const guardsOf = async (client: pg.Client): Promise<Guard[]> =>
  (
    await client.query<Guard>(`
      select tgrelid::regclass::text as table, tgname as trigger, tgfoid::regproc::text as function,
        attname as column, format_type(atttypid, atttypmod) as type
      from pg_trigger cross join lateral (select * from pg_attribute
        where attrelid = tgrelid and attnum > 0 and not attisdropped order by attnum limit 1) first_column
      where tgenabled = 'A' and not tgisinternal and not (select relispartition from pg_class where oid = tgrelid)
      order by 1, 2`)
  ).rows;

const sealed = { code: '23001', message: expect.stringMatching(/sealed/) };
const denied = { code: '42501' };

describe.each(serviceDatabases)('%s', (service) => {
  test('M2 the role that migrates can weaken no guard: neither switch it off, drop, replace nor bypass it', async () => {
    await using clone = await cloneDatabase(service);
    await using owner = await connected(clone.owner);
    const guards = await guardsOf(owner);
    for (const { table, trigger, function: name } of guards) {
      for (const attack of [
        `alter table ${table} disable trigger ${trigger}`,
        `alter table ${table} enable trigger ${trigger}`,
        `alter table ${table} enable replica trigger ${trigger}`,
        `drop trigger ${trigger} on ${table}`,
        `alter trigger ${trigger} on ${table} rename to another`,
        `create or replace function ${name}() returns trigger language plpgsql as 'begin return new; end'`,
        `drop function ${name}() cascade`,
      ])
        await expect(owner.query(attack), attack).rejects.toMatchObject(sealed);
      const replacing = `create or replace trigger ${trigger} before insert on ${table} for each row when (false) execute function ${name}()`;
      await expect(owner.query(replacing), replacing).rejects.toThrow(/sealed|constraint trigger/);
    }
    for (const { table, column, type } of new Map(guards.map((guard) => [guard.table, guard])).values()) {
      for (const attack of [`alter table ${table} disable trigger user`, `drop table ${table} cascade`])
        await expect(owner.query(attack), attack).rejects.toMatchObject(sealed);
      for (const attack of [
        `alter table ${table} disable trigger all`,
        `alter table ${table} drop column ${column} cascade`,
        `alter table ${table} alter column ${column} type ${type} using null`,
      ])
        await expect(owner.query(attack), attack).rejects.toThrow(
          /sealed|permission denied|cannot|must be|implemented/,
        );
    }
    for (const attack of ['drop schema public cascade', 'drop owned by current_user cascade'])
      await expect(owner.query(attack), attack).rejects.toMatchObject(sealed);
    expect(await guardsOf(owner)).toEqual(guards);
  });

  test('M2 the role that migrates changes no function that guards call, and shadows no table that they read', async () => {
    await using clone = await cloneDatabase(service);
    await using owner = await connected(clone.owner);
    const { rows: functions } = await owner.query<{ name: string }>(`
      select p.oid::regprocedure::text as name from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f' and pg_get_userbyid(proowner) = current_user`);
    expect(functions.length).toBeGreaterThan(0);
    for (const { name } of functions)
      for (const attack of [`alter function ${name} cost 7`, `alter function ${name} reset search_path cost 7`])
        await expect(owner.query(attack), attack).rejects.toMatchObject(sealed);
    const { rows: unpinned } = await owner.query(`
      select distinct tgfoid::regproc::text from pg_trigger join pg_proc p on p.oid = tgfoid
      where tgenabled = 'A' and not tgisinternal and not p.proconfig::text like '%search_path=public, pg_temp%'`);
    expect(unpinned).toEqual([]);
  });

  test('M2 a table whose rows cannot be deleted cannot be truncated', async () => {
    await using clone = await cloneDatabase(service);
    await using owner = await connected(clone.owner);
    // pg_trigger.tgtype: 8 is delete, 32 is truncate.
    const { rows } = await owner.query(`
      select tgrelid::regclass::text as table from pg_trigger where tgenabled = 'A' and not tgisinternal
      group by tgrelid having bool_or(tgtype & 8 > 0) and not bool_or(tgtype & 32 > 0)`);
    expect(rows).toEqual([]);
  });

  test('M2 the owner role can neither remove seals nor act as a replica', async () => {
    await using clone = await cloneDatabase(service);
    await using owner = await connected(clone.owner);
    for (const statement of [
      'delete from guard.sealed',
      'drop schema guard cascade',
      'drop event trigger guards_stand',
      'alter event trigger guards_stand disable',
      `create or replace function guard.refuse_weakening() returns event_trigger language plpgsql as 'begin end'`,
      'set session_replication_role = replica',
      `alter role current_user set session_replication_role = replica`,
      `copy (select 1) to program 'true'`,
    ])
      await expect(owner.query(statement), statement).rejects.toMatchObject(denied);
  });
});

test('M2 the partition of a guarded table keeps its guards and its rows until its week is old', async () => {
  await using clone = await cloneDatabase('webhooks');
  await using owner = await connected(clone.owner);
  const weeksOf = async (table: string): Promise<string[]> =>
    (
      await owner.query(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
        [table],
      )
    ).rows.map(({ name }) => name);
  const [oldest = '', ...others] = await weeksOf('delivery_attempt');
  const newest = others.at(-1);
  await owner.query('insert into delivery_attempt values ($1, first_id(now()), now(), 1, now(), $2)', [
    randomUUID(),
    'sent',
  ]);
  for (const week of [oldest, newest])
    for (const attack of [
      `drop table ${week}`,
      `alter table ${week} rename to delivery_attempt_20200106; drop table delivery_attempt_20200106`,
      `truncate ${week}`,
      `delete from ${week}; truncate ${week}`,
      `alter table ${week} disable trigger refuse_row_change`,
      `alter table ${week} disable trigger refuse_truncate`,
      `drop trigger refuse_truncate on ${week}`,
      `alter table delivery_attempt detach partition ${week}`,
      `alter table ${week} no inherit delivery_attempt`,
      `alter table delivery_attempt alter column reason type varchar using 'x'`,
    ])
      await expect(owner.query(attack), attack).rejects.toThrow(/sealed|immutable|cannot/);
  await expect(owner.query("update partitioned_table set days_kept = 14 where name = 'delivery'")).rejects.toThrow(
    'immutable',
  );
  await owner.query("select create_partitions(now() - interval '30 days', 0)");
  const [forgotten] = await weeksOf('delivery_attempt');
  expect(forgotten).not.toBe(oldest);
  await owner.query(`drop table ${forgotten}`);
  expect(await weeksOf('delivery_attempt')).toContain(oldest);
});

test('M2 what is sealed may still grow: columns, indexes, tables and guards are added as ever', async () => {
  await using clone = await cloneDatabase('evidence');
  await using owner = await connected(clone.owner);
  await owner.query('alter table evidence_version add column pages integer');
  await owner.query('create index on evidence_version (pages)');
  await owner.query('create table other (id integer primary key)');
  await owner.query(`call make_immutable('other')`);
  await expect(owner.query('alter table evidence_version disable trigger user')).rejects.toMatchObject(sealed);
});

async function asSuperuserOf(clone: { owner: string }) {
  const { superuserUrl } = inject('stack');
  return connected(Object.assign(new URL(superuserUrl), { pathname: new URL(clone.owner).pathname }).href);
}

const guards = readFileSync(join(import.meta.dirname, 'guards.sql'), 'utf8');
const weakening = 'alter table evidence_version disable trigger user';

test('M2 the owner seals guards that were opened, and after an hour they are sealed anyway', async () => {
  await using clone = await cloneDatabase('evidence');
  await using owner = await connected(clone.owner);
  await using superuser = await asSuperuserOf(clone);
  await superuser.query(guards);
  await owner.query(`begin; ${weakening}; rollback`);
  await owner.query('select guard.seal()');
  await expect(owner.query(weakening)).rejects.toMatchObject(sealed);

  await superuser.query(guards);
  // A step that crashes seals nothing.
  await superuser.query("update guard.opening set until = now() - interval '1 second'");
  await expect(owner.query(weakening)).rejects.toMatchObject(sealed);
  expect((await superuser.query('select until - now() from guard.opening')).rowCount).toBe(1);
});

test('M2 the owner opens nothing, and a service seals nothing', async () => {
  await using clone = await cloneDatabase('evidence');
  await using owner = await connected(clone.owner);
  await using app = await connected(clone.app);
  await expect(owner.query("insert into guard.opening values (now() + interval '1 hour')")).rejects.toMatchObject(
    denied,
  );
  await expect(app.query('select guard.seal()')).rejects.toMatchObject(denied);
});

test('M2 a migration that fails leaves the guards sealed', async () => {
  await using clone = await cloneDatabase('evidence');
  await using owner = await connected(clone.owner);
  await using superuser = await asSuperuserOf(clone);
  await superuser.query(guards);
  const root = mkdtempSync(join(tmpdir(), 'guards-'));
  const folder = join(root, 'migrations');
  cpSync(join(repositoryRoot, 'services/evidence/src/db/migrations'), folder, { recursive: true });
  writeFileSync(join(folder, '99990101T0000-broken.sql'), 'select nothing;');
  await expect(migrateService('evidence', clone.owner, { folder })).rejects.toThrow(/broken\.sql:1: column "nothing"/);
  await expect(owner.query(weakening)).rejects.toMatchObject(sealed);
  rmSync(root, { recursive: true });
});

/** `<file>: <statement>` of guards that a migration has replaced. Check the replacement before you add a line. */
const replaced: string[] = [
  // To give public providers their name, and enabled again in the same transaction.
  'services/provider/src/db/migrations/0006-display-names.sql: disable trigger guard_provider',
  // With one column more that may change, and made again in the same transaction; another guard lets the statement only go.
  'services/verification/src/db/migrations/0010-erased-statements.sql: drop trigger keep_facts',
  // Made again in the same transaction, for recommendations too.
  'services/verification/src/db/migrations/0014-planned-visits.sql: drop trigger guard_review_work',
];

test('M2 every migration that drops, disables or replaces a trigger is listed', () => {
  const found = globSync('{services/*,packages/service-kit}/src/**/migrations/*.sql', { cwd: repositoryRoot }).flatMap(
    (path) => {
      const text = readFileSync(join(repositoryRoot, path), 'utf8').replace(/--.*$/gm, '');
      const weakening =
        /drop\s+trigger\s+\w+|disable\s+(trigger|rule)\s+\w+|enable\s+(replica\s+)?trigger\s+\w+|create\s+or\s+replace\s+(constraint\s+)?trigger\s+\w+|session_replication_role/gi;
      return [...text.matchAll(weakening)].map(
        ([statement]) => `${path}: ${statement.replace(/\s+/g, ' ').toLowerCase()}`,
      );
    },
  );
  expect(found.toSorted()).toEqual(replaced);
});
