import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@trust/service-admin/migrate';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { endSessions } from '../deploy/backup/restore-databases.ts';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { prepareDatabase, sealDatabase } from '../deploy/local/postgres/databases.ts';
import { type DatabaseService, serviceDatabases } from '../deploy/local/services.ts';
import { newAddress, resolverOf, signIn, startIdentity } from '../services/identity/test/service.ts';
import { makeActive } from '../services/provider/test/make.ts';
import { startProvider } from '../services/provider/test/service.ts';

const run = promisify(execFile);
const { superuserUrl, urls, packages } = inject('stack');

const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

/** As in docs/deployment.md. */
async function restored(service: DatabaseService, source: string) {
  const name = `${service}_restored_${randomBytes(4).toString('hex')}`;
  const dump = join(process.env.TMPDIR ?? '/tmp', `${name}.dump`);
  const program = (file: string, ...args: string[]) => run(join(packages.postgresBin, file), args);
  await program('pg_dump', '-Fc', '-f', dump, at(superuserUrl, source));
  await asSuperuser('postgres', `create database ${name} owner ${service}_owner strategy file_copy`);
  await program('pg_restore', '--exit-on-error', '-d', at(superuserUrl, name), dump);
  return {
    superuser: at(superuserUrl, name),
    owner: at(urls[service].owner, name),
    app: at(urls[service].app, name),
    [Symbol.asyncDispose]: () => asSuperuser('postgres', `drop database ${name} with (force)`),
  };
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

const asSuperuser = async (database: string, text: string) => void (await query(at(superuserUrl, database), text));

async function setUp(service: DatabaseService, { superuser, owner }: { superuser: string; owner: string }) {
  await prepareDatabase(superuser, service);
  const folder = join(repositoryRoot, 'services', service, 'src/db/migrations');
  expect(await migrate({ url: owner, folder })).toEqual([]);
  await sealDatabase(superuser);
}

async function expectSealed(owner: string) {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  try {
    const { rows: guards } = await client.query<{ table: string; trigger: string }>(
      `select tgrelid::regclass::text as table, tgname as trigger from pg_trigger where tgenabled = 'A' and not tgisinternal`,
    );
    expect(guards.length).toBeGreaterThan(0);
    for (const { table, trigger } of guards)
      await expect(client.query(`alter table ${table} disable trigger ${trigger}`)).rejects.toThrow(/sealed/);
  } finally {
    await client.end();
  }
}

describe.each(serviceDatabases)('%s', (service) => {
  test('M2 guards stay sealed in a restored database, which accepts new tables and migrations', async () => {
    await using source = await cloneDatabase(service);
    await using copy = await restored(service, source.name);
    await expectSealed(copy.owner);
    await query(copy.owner, 'create table added (id integer)');
    await setUp(service, copy);
    await expectSealed(copy.owner);
  });
});

test('migrates a dump whose seals name tables by oid, the earlier form', async () => {
  await using source = await cloneDatabase('evidence');
  await asSuperuser(source.name, 'alter table guard.sealed alter column table_id type oid');
  await using copy = await restored('evidence', source.name);
  await setUp('evidence', copy);
  await expectSealed(copy.owner);
});

test('a service reads and writes on a restored database', async () => {
  await using before = await startProvider();
  const { id, actor } = await makeActive(before);
  await using copy = await restored('provider', new URL(before.urls.owner).pathname.slice(1));
  await setUp('provider', copy);
  await using after = await startProvider({ replicaOf: { urls: copy } });
  const read = await after.get(`/providers/${id}`, { actor });
  expect(read).toMatchObject({ status: 200, body: { id, state: 'active' } });
  const changed = await after.patch('/provider-workspace/me/profile', {
    actor,
    body: { summary: 'After the restore.' },
  });
  expect(changed.status).toBe(200);
});

test('F9 A4 a restore of identity ends the sessions and refresh tokens of the backup', async () => {
  await using identity = await startIdentity();
  const { isAlive } = await resolverOf(identity);
  const { accessToken, refreshToken } = await signIn(identity, newAddress());
  expect(await isAlive(accessToken)).toBe(true);
  await endSessions(at(superuserUrl, new URL(identity.urls.owner).pathname.slice(1)));
  expect(await isAlive(accessToken)).toBe(false);
  expect((await identity.post('/auth/refresh', { body: { refreshToken } })).status).toBe(401);
});
