import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { archiveSettings, prepareRecovery, takeBaseBackup } from '../../deploy/backup/point-in-time.ts';
import { type UrlOf, withClient } from '../../deploy/backup/server.ts';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { postgresUser } from '../../deploy/local/postgres/os-user.ts';
import { startPostgres } from '../../deploy/local/postgres/postgres.ts';

const folder = temporaryDataDir('point-in-time');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { postgresBin: bin } = inject('stack').packages;
const [first, second, base, archive] = ['first', 'second', 'base', `archive "of" $HOME, 100%f, it's \\here`].map(
  (name) => join(folder, name),
) as [string, string, string, string];

const start = (dataDir: string) => startPostgres({ bin, dataDir, durable: true }, { stopWithParent: true });
const rowsOf = (urlOf: UrlOf, text: string) =>
  withClient(urlOf('postgres'), async (client) => (await client.query(text)).rows as Record<string, string>[]);

test('F9 a cluster recovers to a time between two writes', async () => {
  mkdirSync(archive);
  {
    await using server = await start(first);
    const user = postgresUser(first);
    if (user) chownSync(archive, user.uid, user.gid);
    for (const [name, value] of Object.entries(archiveSettings(archive)))
      await rowsOf(server.superuserUrl, `alter system set ${name} = '${value.replaceAll("'", "''")}'`);
  }
  let between = new Date();
  {
    await using server = await start(first);
    await rowsOf(server.superuserUrl, 'create table written (word text)');
    await takeBaseBackup(bin, server.superuserUrl('postgres'), base);
    await rowsOf(server.superuserUrl, `insert into written values ('kept')`);
    const [row] = await rowsOf(server.superuserUrl, 'select clock_timestamp() as at');
    between = new Date(row?.at ?? '');
    // `at` is cut to milliseconds, so both writes are kept apart by more than that.
    await rowsOf(server.superuserUrl, 'select pg_sleep(0.05)');
    await rowsOf(server.superuserUrl, `insert into written values ('a mistake')`);
    const [last] = await rowsOf(server.superuserUrl, 'select pg_walfile_name(pg_switch_wal()) as name');
    await expect.poll(() => readdirSync(archive), { timeout: 60_000 }).toContain(last?.name);
  }

  const cluster = join(second, 'cluster');
  mkdirSync(second);
  const recovery = { bin, base, archive, newArchive: join(folder, 'new archive'), cluster };
  await expect(prepareRecovery({ ...recovery, until: new Date(0) })).rejects.toThrow(/Choose an older base backup/);
  await prepareRecovery({ ...recovery, until: new Date(between.getTime() + 20) });
  const user = postgresUser(second);
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
  chmodSync(cluster, 0o700);
  execFileSync('cp', ['-p', join(first, 'superuser.password'), second]);
  await using recovered = await start(second);
  const inRecovery = () => rowsOf(recovered.superuserUrl, 'select pg_is_in_recovery() as is');
  await expect.poll(inRecovery, { timeout: 30_000 }).toEqual([{ is: false }]);
  expect(await rowsOf(recovered.superuserUrl, 'select word from written')).toEqual([{ word: 'kept' }]);
  await rowsOf(recovered.superuserUrl, `insert into written values ('goes on')`);
}, 240_000);
