import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { largeTableFaults, largeTableRemedy } from '@trust/service-admin/migrations/large-tables';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { repositoryRoot } from '../local/environment.ts';
import { prepareDatabase } from '../local/postgres/databases.ts';
import type { DatabaseService } from '../local/services.ts';
import { headerFaults, migrationFaults, type NewMigrations, newMigrations, remedy } from './check-migrations.ts';
import { editedMigrations, migrationFiles, readReleases, releasedMigrations } from './releases.ts';

const { superuserUrl, urls } = inject('stack');

const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: at(superuserUrl, 'postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function emptyDatabase(service: DatabaseService) {
  const name = `${service}_release_${randomBytes(4).toString('hex')}`;
  await asSuperuser(`create database ${name} owner ${service}_owner`);
  await prepareDatabase(at(superuserUrl, name), service);
  return {
    owner: at(urls[service].owner, name),
    [Symbol.asyncDispose]: () => asSuperuser(`drop database ${name} with (force)`),
  };
}

const own = 'services/webhooks/src/db/migrations';
const releasedFile = `${own}/20981231T0000-released.sql`;
const newFile = `${own}/20990101T000000-new.sql`;

const released = releasedMigrations();
const present = migrationFiles();
const releases = readReleases().map(({ name }) => name);

test('migrations since the last release sort after it, and contract steps name a recorded release', () => {
  expect(headerFaults({ released, present, releases })).toEqual([]);
});

test('no migration of the last release was edited', () => {
  expect(editedMigrations()).toEqual([]);
});

test('no migration since the last release breaks its replicas', async () => {
  const faults: string[] = [];
  for (const each of newMigrations({ released, present })) {
    await using database = await emptyDatabase(each.service);
    faults.push(...(await migrationFaults(database.owner, each)));
  }
  // A migration of the kit breaks every database alike.
  expect([...new Set(faults)], faults.length > 0 ? remedy : '').toEqual([]);
});

test('no migration since the last release rewrites a large table, or locks it while it reads all rows', async () => {
  const files = new Set(newMigrations({ released, present }).flatMap(({ added }) => added));
  const migrations = [...files].map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }));
  const faults = await largeTableFaults(migrations);
  expect(faults, faults.length > 0 ? largeTableRemedy : '').toEqual([]);
});

test.each([
  ['is missing', { present: [] }, `${releasedFile} is released but missing.`],
  [
    'has an earlier name',
    { present: [releasedFile, `${own}/20981230T0000-new.sql`] },
    `${own}/20981230T0000-new.sql sorts before the released 20981231T0000-released. Rename it to a later time.`,
  ],
  [
    'names an unknown release',
    { present: [releasedFile, newFile], read: () => '-- contract step since release 7: nothing reads it' },
    `${newFile} names release 7, which deploy/releases.json does not record.`,
  ],
])('rejects a migration that %s', (_title, inputs, fault) => {
  expect(headerFaults({ released: new Set([releasedFile]), releases: ['1'], read: () => '', ...inputs })).toEqual([
    fault,
  ]);
});

async function faultsOf(migrations: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  const first = 'create table visit (id integer, note text);\ngrant select on visit to service_app;';
  const all = { '20980101T000000-visit': first, ...migrations };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, `${name}.sql`), text);
  const kit = present.filter((file) => file.startsWith('packages/'));
  const files = Object.keys(all).map((name) => `${own}/${name}.sql`);
  const each: NewMigrations = {
    service: 'webhooks',
    released: [...kit, ...files.slice(0, 1)],
    added: files.slice(1),
  };
  await using database = await emptyDatabase('webhooks');
  return await migrationFaults(database.owner, each, folder);
}

test('attributes each change to its migration, and accepts what a header declares', async () => {
  const faults = await faultsOf({
    '20990101T000000-add': 'alter table visit add place text;',
    '20990102T000000-drop': 'alter table visit drop column note;',
    '20990103T000000-checked': '-- checked against release 1: no note is empty\nalter table visit add check (id > 0);',
    '20990104T000000-declared': '-- contract step since release 1: nothing reads visit\ndrop table visit;',
  });
  expect(faults).toEqual([`${own}/20990102T000000-drop.sql: column visit.note is dropped or renamed`]);
});

test('finds a change that a later migration takes back', async () => {
  const faults = await faultsOf({
    '20990101T000000-revoke': 'revoke select on visit from service_app;',
    '20990102T000000-grant': 'grant select on visit to service_app;',
  });
  expect(faults.map((fault) => fault.replace(/^.*: /, ''))).toEqual([
    'privilege select on visit.id is revoked',
    'privilege select on visit.note is revoked',
  ]);
});
