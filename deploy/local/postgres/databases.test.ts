import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { serviceDatabases } from '../services.ts';

const { urls } = inject('stack');

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
const insufficientPrivilege = '42501';

test.each(serviceDatabases)('A7 the roles of %s connect to its own database and to no other', async (service) => {
  const others = ['postgres', 'template1', ...serviceDatabases.filter((other) => other !== service)];
  for (const url of [urls[service].app, urls[service].owner]) {
    for (const other of others) {
      await expect(query(at(url, other), 'select 1')).rejects.toMatchObject({ code: insufficientPrivilege });
    }
  }
});

test.each(serviceDatabases)(
  'A7 the app role of %s owns nothing, is not a superuser and cannot disable triggers',
  async (service) => {
    const { app } = await cloneDatabase(service);
    const [role] = await query(
      app,
      `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as is_privileged,
         (select count(*)::int from pg_class where relowner = r.oid) + (select count(*)::int from pg_proc where proowner = r.oid)
           + (select count(*)::int from pg_database where datdba = r.oid) as owned,
         (select array_agg(m.roleid::regrole::text) from pg_auth_members m where m.member = r.oid) as member_of,
         has_schema_privilege('public', 'create') as may_create
       from pg_roles r where rolname = current_user`,
    );
    expect(role).toEqual({ is_privileged: false, owned: 0, member_of: ['service_app'], may_create: false });
    const [mayTruncate] = await query<{ tables: string[] }>(
      app,
      `select coalesce(array_agg(oid::regclass::text), '{}') as tables from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         and has_table_privilege(oid, 'truncate, trigger, references')`,
    );
    expect(mayTruncate).toEqual({ tables: [] });
    for (const statement of [
      'alter table outbox disable trigger all',
      "set session_replication_role = 'replica'",
      `set role ${service}_owner`,
      'set role postgres',
      'create table mine (id integer)',
      `copy (select 1) to program 'true'`,
    ]) {
      await expect(query(app, statement), statement).rejects.toMatchObject({ code: insufficientPrivilege });
    }
  },
);
