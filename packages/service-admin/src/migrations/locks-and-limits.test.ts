import { expect, test } from 'vitest';
import { openFolder } from '../../test/migrations-folder.ts';
import { migrate } from '../migrate.ts';

test('a statement of a migration may take as long as it needs, also if its role has a time limit', async () => {
  await using folder = await openFolder();
  folder.write('long', 'select pg_sleep(0.2);');
  const url = `${folder.url}?options=${encodeURIComponent('-c statement_timeout=50 -c idle_in_transaction_session_timeout=50')}`;
  expect(await migrate({ url, folder: folder.folder })).toEqual(['99990101T0000-long']);
});

test('a migration that waits for a lock lets the requests behind it pass, tries again, and says so', async () => {
  await using folder = await openFolder();
  await folder.query('create table visit (id int)');
  folder.write('noted', 'alter table visit add note text;');
  const [reader, other] = [await folder.connect(), await folder.connect()];
  await reader.query('begin');
  await reader.query('select from visit');
  const { promise: waits, resolve } = Promise.withResolvers<string>();
  const migrated = folder.migrated({ report: resolve });
  expect(await waits).toMatch(/^99990101T0000-noted: another session holds a lock that it needs. Attempt 2 of 60/);
  await other.query("set statement_timeout = '10s'");
  await other.query('select from visit');
  await reader.query('commit');
  expect(await migrated).toEqual(['99990101T0000-noted']);
});

test('two migrators of a database work one after the other', async () => {
  await using folder = await openFolder();
  folder.write('added', 'create table added (id int);');
  const both = await Promise.all([folder.migrated(), folder.migrated()]);
  expect(both.toSorted()).toEqual([[], ['99990101T0000-added']]);
});

test('a failing commit names the file, and nothing of the migration stays', async () => {
  await using folder = await openFolder();
  folder.write(
    'deferred',
    'create table parent (id int primary key);\ncreate table child (id int references parent deferrable initially deferred);\ninsert into child values (1);',
  );
  await expect(folder.migrated()).rejects.toThrow(/deferred\.sql: .*violates foreign key constraint/);
  expect(await folder.query("select to_regclass('parent') as parent")).toEqual([{ parent: null }]);
});

test('a file that is no SQL is refused with its line', async () => {
  await using folder = await openFolder();
  folder.write('broken', 'select 1;\n\ncreate tabel visit ();');
  await expect(folder.migrated()).rejects.toThrow(/broken\.sql:3: syntax error at or near "tabel"/);
});
