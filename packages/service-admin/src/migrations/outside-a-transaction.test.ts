import { expect, test } from 'vitest';
import { openFolder } from '../../test/migrations-folder.ts';

const header = '-- outside a transaction: nobody waits for the index\n';
const index = `${header}create unique index concurrently visit_place on visit (place);`;
const isValid = "select indisvalid as is_valid from pg_index where indexrelid = to_regclass('visit_place')";

test('makes an index beside running writes, and drops it again', async () => {
  await using folder = await openFolder();
  await folder.query('create table visit (place int)');
  folder.write('indexed', index);
  expect(await folder.migrated()).toEqual(['99990101T0000-indexed']);
  expect(await folder.query(isValid)).toEqual([{ is_valid: true }]);
  folder.write('unindexed', `${header}drop index concurrently visit_place;`);
  expect(await folder.migrated()).toEqual(['99990101T0000-unindexed']);
  expect(await folder.query(isValid)).toEqual([]);
});

test('makes an index again that was not finished', async () => {
  await using folder = await openFolder();
  await folder.query('create table visit (place int)');
  await folder.query('insert into visit values (1), (1)');
  folder.write('indexed', index);
  await expect(folder.migrated()).rejects.toThrow(
    /indexed\.sql:2: could not create unique index[\s\S]*it goes on from here/,
  );
  expect(await folder.query(isValid)).toEqual([{ is_valid: false }]);
  await folder.query('delete from visit');
  const lines: string[] = [];
  expect(await folder.migrated({ report: (line) => lines.push(line) })).toEqual(['99990101T0000-indexed']);
  expect(lines).toEqual(['visit_place was not finished. It is made again.']);
  expect(await folder.query(isValid)).toEqual([{ is_valid: true }]);
});

test('keeps a finished index whose migration a crash left unrecorded', async () => {
  await using folder = await openFolder();
  await folder.query('create table visit (place int)');
  await folder.query('create unique index visit_place on visit (place)');
  folder.write('indexed', `${index}\ndrop index concurrently visit_of_before;`);
  expect(await folder.migrated()).toEqual(['99990101T0000-indexed']);
});

test('refuses a statement that cannot run twice, before any other runs', async () => {
  await using folder = await openFolder();
  await folder.query('create table visit (place int)');
  folder.write('mixed', `${index}\ncreate table other (place int);`);
  await expect(folder.migrated()).rejects.toThrow(/mixed\.sql:3: this statement cannot run twice/);
  expect(await folder.query(isValid)).toEqual([]);
});
