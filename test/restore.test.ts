import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@trust/service-admin/migrate';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { describeEndings, endingsFile, saveLostEndings } from '../deploy/backup/lost-endings.ts';
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

const since = '2026-11-22T13:05:00.000Z';
const later = '2026-11-22T14:00:00.000Z';

type Change = { service: string; action: string; at?: string; outcome?: string; before?: object; after?: object };

async function auditLogOf(...changes: Change[]) {
  const database = await cloneDatabase('operations');
  for (const { service, action, at: occurredAt = later, outcome = 'done', before = {}, after = {} } of changes) {
    const event = { eventId: randomUUID(), service, action, occurredAt, outcome, before, after };
    const entry = JSON.stringify({ ...event, objectType: 'thing', objectId: randomUUID() });
    await query(at(superuserUrl, database.name), `insert into audit_entry (entry) values ('${entry}')`);
  }
  return { urlOf: () => at(superuserUrl, database.name), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

async function endingsOf(log: { urlOf: () => string }, services = serviceDatabases as readonly DatabaseService[]) {
  const folder = mkdtempSync(join(tmpdir(), 'endings-'));
  await saveLostEndings(log.urlOf, { folder, since, services, report: () => {} });
  return { folder, lines: readFileSync(endingsFile(folder), 'utf8').split('\n').filter(Boolean) };
}

test('F9 lists what ended since the backup, each with the route or command that repeats it', async () => {
  await using log = await auditLogOf(
    { service: 'identity', action: 'deleteOperatorRole', before: { role: 'security' } },
    { service: 'identity', action: 'revokeRole', after: { role: 'triage' } },
    { service: 'identity', action: 'deleteOperatorRole', at: '2026-11-22T13:04:00.000Z' },
    { service: 'identity', action: 'deleteOperatorRole', outcome: 'refused' },
    { service: 'identity', action: 'putConsent', after: { granted: false } },
    { service: 'identity', action: 'putConsent', after: { granted: true } },
    { service: 'provider', action: 'endClaimSubject', after: { subjectId: 'one' } },
    { service: 'provider', action: 'transitionProvider', after: { transition: 'close' } },
    { service: 'provider', action: 'transitionProvider', after: { transition: 'publish' } },
    { service: 'operations', action: 'createEmergencyAction', after: { kind: 'withhold_claim' } },
    { service: 'provider', action: 'putAvailability' },
    { service: 'provider', action: 'patchProfile', after: { fields: 'languages summary' } },
    { service: 'provider', action: 'patchProfile', after: { fields: 'displayName summary' } },
  );
  const { folder, lines } = await endingsOf(log);
  expect(lines.map((line) => line.replace(/thing [-\w]+/, 'thing id').replace(`${later} `, ''))).toEqual([
    'identity deleteOperatorRole thing id role=security → DELETE /api/v1/operations/operators/{userId}/roles/{role}',
    'identity revokeRole thing id role=triage → npm run operators -- revoke <email or phone> <role>',
    'identity putConsent thing id granted=false → PUT /api/v1/account/consents/{policyKey}',
    'provider endClaimSubject thing id subjectId=one → POST /api/v1/providers/{providerId}/claim-subjects/{subjectId}/end',
    'provider transitionProvider thing id transition=close → POST /api/v1/providers/{providerId}/transitions',
    'operations createEmergencyAction thing id kind=withhold_claim → POST /api/v1/operations/emergency-actions',
    'provider patchProfile thing id fields=displayName summary → PATCH /api/v1/provider-workspace/me/profile',
  ]);
  expect(describeEndings(folder)).toContainEqual(expect.stringMatching(/valid again: 7/));

  const ofProvider = await endingsOf(log, ['provider']);
  expect(ofProvider.lines.map((line) => line.split(' ')[2])).toEqual([
    'endClaimSubject',
    'transitionProvider',
    'patchProfile',
  ]);
  // As after an interrupted restore: the log is now as old as the backup.
  await using replaced = await auditLogOf();
  await saveLostEndings(replaced.urlOf, { folder, since, services: serviceDatabases, report: () => {} });
  expect(readFileSync(endingsFile(folder), 'utf8').split('\n').filter(Boolean)).toEqual(lines);
});

test('F9 says that nobody can know what ended when the newer audit log is gone', async () => {
  await using log = await auditLogOf({ service: 'identity', action: 'revokeRole', at: '2026-11-22T13:04:00.000Z' });
  const { folder } = await endingsOf(log);
  expect(describeEndings(folder).join('\n')).toMatch(/Nobody can know.*Ask the operators/s);
  const lost = await endingsOf({ urlOf: () => at(superuserUrl, 'a_database_that_is_gone') });
  expect(describeEndings(lost.folder).join('\n')).toMatch(/Nobody can know/);
  await using quiet = await auditLogOf({ service: 'identity', action: 'logout' });
  expect(describeEndings((await endingsOf(quiet)).folder).join('\n')).toMatch(/Nothing ended since/);
});
