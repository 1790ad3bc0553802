import { renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openFolder } from '../test/migrations-folder.ts';

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

test('records the migrations of the kit and of the service separately, so each has an order of its own', async () => {
  await using folder = await openFolder();
  expect(await folder.query("select name from kysely_migration where name like '%platform%'")).toEqual([]);
  expect(await folder.query("select name from platform_migration where name not like '%platform%'")).toEqual([]);
});

test('names --reset for a database whose migrations no longer exist', async () => {
  await using folder = await openFolder();
  // As recorded before migrations began at one again.
  for (const table of ['migration_checksum', 'platform_migration', 'kysely_migration'])
    await folder.query(`update ${table} set name = '20261121T0200-' || name`);
  await expect(folder.migrated()).rejects.toThrow(
    /^This database has migrations that no longer exist, .* npm start -- --reset deletes the data/,
  );
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
  const line = `${folder.file('broken')}:6: column "nothing" does not exist\nselect 1,\n  nothing\n`;
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
