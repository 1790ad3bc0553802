import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@trust/service-admin/migrate';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { keysFile, refuseRetiredKeys, saveRetiredKeys } from '../deploy/backup/lost-keys.ts';
import { endSessions } from '../deploy/backup/restore-databases.ts';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { prepareDatabase, sealDatabase } from '../deploy/local/postgres/databases.ts';
import { type DatabaseService, serviceDatabases } from '../deploy/local/services.ts';
import { newAddress, resolverOf, signIn, startIdentity } from '../services/identity/test/service.ts';
import { retireKey, rotateKeys } from '../services/provider/src/directory/signing-keys/change-keys.ts';
import { makeActive } from '../services/provider/test/make.ts';
import { keySecret, type ProviderService, startProvider } from '../services/provider/test/service.ts';

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

const rotateNow = ({ db, clock }: ProviderService) =>
  rotateKeys(db, { secret: keySecret, now: clock.now, isImmediate: true });
const retire = ({ db, clock }: ProviderService, kid = '', isCompromised = true) =>
  retireKey(db, { kid, now: clock.now, isCompromised });
const publishedKids = async (service: ProviderService): Promise<string[]> =>
  (await service.get('/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);
const linesOf = (folder: string) => readFileSync(keysFile(folder), 'utf8').split('\n').filter(Boolean);

test('F9 M4 a restored platform stays closed while a key that was retired since the backup is valid', async () => {
  await using before = await startProvider();
  const [stolen = ''] = await publishedKids(before);
  await using copy = await restored('provider', new URL(before.urls.owner).pathname.slice(1));
  await using noLog = await cloneDatabase('operations');
  await rotateNow(before);
  expect(await retire(before, stolen)).toMatchObject({ done: expect.stringContaining('Rejected') });

  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  const running = (name: string) =>
    at(superuserUrl, name === 'provider' ? new URL(before.urls.owner).pathname.slice(1) : noLog.name);
  await saveRetiredKeys(running, { folder, report });
  expect(linesOf(folder)).toEqual([`${stolen} compromised`]);
  // As after an interrupted restore, which has replaced the database.
  await saveRetiredKeys((name) => (name === 'provider' ? copy.superuser : running(name)), { folder, report });
  expect(linesOf(folder)).toEqual([`${stolen} compromised`]);
  expect(reports).toEqual([]);

  await setUp('provider', copy);
  await using after = await startProvider({ replicaOf: { urls: copy } });
  expect(await publishedKids(after)).toEqual([stolen]);
  const open = () => refuseRetiredKeys(() => copy.superuser, folder);
  await expect(open()).rejects.toThrow(`npm run keys -- retire ${stolen} --compromised`);
  const replacement = await rotateNow(after);
  await expect(open()).rejects.toThrow('stays closed');
  await retire(after, stolen);
  await open();
  const kids = await publishedKids(after);
  expect(replacement.done).toContain(kids[0]);
  expect(kids).toHaveLength(1);
  // A backup from which nothing was retired has no list.
  await refuseRetiredKeys(() => copy.superuser, mkdtempSync(join(tmpdir(), 'keys-')));
});

test('F9 M4 the audit log names retired keys when the database of provider cannot be read', async () => {
  await using log = await cloneDatabase('operations');
  for (const [objectId, isCompromised, outcome = 'done'] of [
    ['stolen', true],
    ['old', false],
    ['kept', true, 'refused'],
  ]) {
    const event = { eventId: randomUUID(), service: 'provider', action: 'retireSigningKey', outcome };
    const entry = { ...event, objectId, occurredAt: new Date(), objectType: 'signing_key', after: { isCompromised } };
    await query(at(superuserUrl, log.name), `insert into audit_entry (entry) values ('${JSON.stringify(entry)}')`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const reports: string[] = [];
  const urlOf = (name: string) => at(superuserUrl, name === 'provider' ? 'a_database_that_is_gone' : log.name);
  await saveRetiredKeys(urlOf, { folder, report: (line) => void reports.push(line) });
  expect(linesOf(folder).sort()).toEqual(['old retired', 'stolen compromised']);
  expect(reports).toEqual([expect.stringMatching(/^provider: retired signing keys cannot be read/)]);

  await using provider = await startProvider();
  const [kid = ''] = await publishedKids(provider);
  const open = () => refuseRetiredKeys(() => provider.urls.owner, folder);
  await open();
  writeFileSync(keysFile(folder), `${kid} retired\n`);
  await expect(open()).rejects.toThrow(`npm run keys -- retire ${kid}\n`);
  await rotateNow(provider);
  provider.advanceClock(8 * 86_400);
  await retire(provider, kid, false);
  await open();
  writeFileSync(keysFile(folder), `${kid} compromised\n`);
  await expect(open()).rejects.toThrow(`npm run keys -- retire ${kid} --compromised\n`);
  // The restored database has it as retired only.
  await saveRetiredKeys(() => provider.urls.owner, { folder, report: () => {} });
  expect(linesOf(folder)).toEqual([`${kid} compromised`]);
});
