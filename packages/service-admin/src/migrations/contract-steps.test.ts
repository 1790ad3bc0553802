import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openFolder } from '../../test/migrations-folder.ts';
import { migrate } from '../migrate.ts';

const step = '-- contract step since release 2: no code reads visit.note\nalter table visit drop column note;';

async function asSuperuser(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function emptyDatabase() {
  const { superuserUrl, urls } = inject('stack');
  const name = `empty_${randomBytes(4).toString('hex')}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await asSuperuser(superuserUrl, `create database ${name} owner webhooks_owner`);
  await asSuperuser(at(superuserUrl), 'create extension btree_gist; alter schema public owner to webhooks_owner');
  return {
    url: at(urls.webhooks.owner),
    [Symbol.asyncDispose]: () => asSuperuser(superuserUrl, `drop database ${name} with (force)`),
  };
}

async function openWithStep() {
  const folder = await openFolder();
  await folder.query('create table visit (id int, note text)');
  return folder;
}

test('a contract step waits until its release has migrated the database', async () => {
  await using folder = await openWithStep();
  for (const release of [null, '1', '3']) {
    expect(await folder.migrated({ release })).toEqual([]);
    folder.write('dropped', step);
    await expect(folder.migrated({ release })).rejects.toThrow(
      /dropped\.sql removes what replicas before release 2 use.*\n.*Deploy release 2 first/,
    );
    folder.remove('dropped');
  }
  await folder.migrated({ release: '2' });
  folder.write('dropped', step);
  expect(await folder.migrated({ release: '3' })).toEqual(['99990101T0000-dropped']);
});

test('a contract step since a release waits until an earlier run of that release has ended', async () => {
  await using folder = await openWithStep();
  folder.write('dropped', step);
  for (const _run of [1, 2]) await expect(folder.migrated({ release: '2' })).rejects.toThrow('Deploy release 2 first');
});

test('a new database needs no earlier release', async () => {
  await using folder = await openFolder();
  await using empty = await emptyDatabase();
  folder.write('a', 'create table visit (id int, note text);');
  folder.write('b', step);
  expect(await migrate({ url: empty.url, folder: folder.folder, release: '3' })).toContain('99990101T0000-b');
});

test('whoever stops all replicas before a migration needs no earlier release', async () => {
  await using folder = await openWithStep();
  folder.write('dropped', step);
  expect(await folder.migrated()).toEqual(['99990101T0000-dropped']);
});
