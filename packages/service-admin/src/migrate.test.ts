import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';

const webhooksFolder = join(import.meta.dirname, '../../../services/webhooks/src/db/migrations');

async function openFolder() {
  const opened = new AsyncDisposableStack();
  const { owner: url } = opened.use(await cloneDatabase('webhooks'));
  const folder = mkdtempSync(join(tmpdir(), 'trust-migrate-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  cpSync(webhooksFolder, folder, { recursive: true });
  const file = (name: string) => join(folder, `99990101T0000-${name}.sql`);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  opened.defer(() => owner.end());
  return {
    query: async (text: string) => (await owner.query(text)).rows,
    migrated: () => migrate({ url, folder }),
    file,
    write: (name: string, text: string) => writeFileSync(file(name), text),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const table = "-- Why: a 'quote' and a ; in a comment.\ncreate table added (id int, note text default ';');\n";

test('applies a new migration once', async () => {
  await using folder = await openFolder();
  folder.write('added', table);
  expect(await folder.migrated()).toEqual(['99990101T0000-added']);
  expect(await folder.migrated()).toEqual([]);
});

test('stores the checksum in the transaction of the migration, so that no crash separates them', async () => {
  await using folder = await openFolder();
  folder.write('added', table);
  await folder.migrated();
  const same = 'select checksum.xmin = migration.xmin as same from migration_checksum checksum';
  const rows = await folder.query(`${same} join kysely_migration migration using (name) where name like '9999%'`);
  expect(rows).toEqual([{ same: true }]);
});

const sinceChecksums = ['20261122T1000-migration-checksum', '20261122T1500-snapshots'];
/** Undoes the kit's migrations since the one that records checksums. */
const withoutChecksums = (recordedIn: string) => `
  drop table migration_checksum, snapshot_run;
  alter table inbox_position drop column started_at;
  delete from ${recordedIn} where name in ('${sinceChecksums.join("', '")}')`;

test('stores the checksums of migrations that were applied before checksums existed', async () => {
  await using folder = await openFolder();
  await folder.query(withoutChecksums('platform_migration'));
  expect(await folder.migrated()).toEqual(sinceChecksums);
  const applied = 'select name from kysely_migration union select name from platform_migration';
  expect(await folder.query(`(${applied}) except select name from migration_checksum`)).toEqual([]);
});

test('orders the migrations of the kit and of the service separately, also in a database of one order', async () => {
  await using folder = await openFolder();
  // As recorded by earlier releases, with a service migration after all of the kit.
  await folder.query(`
    insert into kysely_migration select * from platform_migration;
    drop table platform_migration, platform_migration_lock;
    ${withoutChecksums('kysely_migration')}`);
  const before = await folder.query('select count(*)::int from kysely_migration');
  expect(await folder.migrated()).toEqual(sinceChecksums);
  expect(await folder.query("select name from kysely_migration where name like '%platform%'")).toEqual([]);
  const after = `select (select count(*) from kysely_migration) + (select count(*) from platform_migration) - ${sinceChecksums.length} as count`;
  expect((await folder.query(after)).map(({ count }) => ({ count: Number(count) }))).toEqual(before);
});

test('refuses a new migration that sorts before an applied one, and says what to do', async () => {
  await using folder = await openFolder();
  folder.write('b', table);
  await folder.migrated();
  folder.write('a', 'select 1;');
  await expect(folder.migrated()).rejects.toThrow(
    /-a\.sql is new, but its name sorts before the applied migration 99990101T0000-b\.\n.*`npm run migration`/,
  );
});

test('names file, line and statement of a failing migration, and applies nothing of it', async () => {
  await using folder = await openFolder();
  const body = 'create function one() returns int language sql as $f$ select 1; $f$;\n\nselect 1,\n  nothing;\n';
  folder.write('broken', table + body);
  const line = `${folder.file('broken')}:6: column "nothing" does not exist\nselect 1,\n  nothing;`;
  await expect(folder.migrated()).rejects.toThrow(line);
  folder.write('broken', table);
  expect(await folder.migrated()).toEqual(['99990101T0000-broken']);
});

test('refuses an applied migration that was edited, renamed or deleted, and says what to do', async () => {
  await using folder = await openFolder();
  folder.write('added', table);
  await folder.migrated();
  folder.write('added', `${table}select 1;`);
  await expect(folder.migrated()).rejects.toThrow(/added\.sql was edited after it was applied\.\n.*--reset/);
  folder.write('added', table);
  renameSync(folder.file('added'), folder.file('renamed'));
  await expect(folder.migrated()).rejects.toThrow('99990101T0000-added was renamed to 99990101T0000-renamed.');
  rmSync(folder.file('renamed'));
  await expect(folder.migrated()).rejects.toThrow('99990101T0000-added is missing.');
});
