import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { afterAll, expect, inject, test } from 'vitest';
import { withClient } from '../../deploy/backup/server.ts';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { createDatabases, roleUrl, sealGuards } from '../../deploy/local/postgres/databases.ts';
import { startPostgres } from '../../deploy/local/postgres/postgres.ts';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { createSecrets } from '../../deploy/local/settings/secrets.ts';
import { runBackupCommand } from './run-backup-command.ts';

const folder = temporaryDataDir('restore-url');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { postgresBin: bin } = inject('stack').packages;
const { databasePasswords: passwords } = createSecrets();
const evidence = join(folder, 'evidence');

const start = (name: string) =>
  startPostgres({ bin, dataDir: join(folder, name), durable: true }, { stopWithParent: true });

type Server = Awaited<ReturnType<typeof start>>;

const closedServices = ({ superuserUrl }: Server) =>
  withClient(superuserUrl('postgres'), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
       where s.setconfig::text like '%trust.unfinished_restore%' order by 1`,
    );
    return rows.map(({ name }) => name);
  });

const settingsOf = (superuserUrl: (database: string) => string) => ({
  POSTGRES_URL: superuserUrl('').replace(/\/$/, ''),
  ROLE_PASSWORDS: JSON.stringify(passwords),
  EVIDENCE_DIR: evidence,
});

test('F9 M2 POSTGRES_URL restores the databases of a deployment on another server, with sealed guards', async () => {
  mkdirSync(evidence);
  writeFileSync(join(evidence, 'object'), 'a document');
  const backup = join(folder, 'backup');
  {
    await using server = await start('one');
    await createDatabases(server.superuserUrl, passwords);
    for (const service of serviceDatabases)
      await migrate({
        url: roleUrl({ port: server.port, passwords }, service, 'owner'),
        folder: join(repositoryRoot, 'services', service, 'src/db/migrations'),
      });
    await sealGuards(server.superuserUrl);
    const changes = `insert into aggregate_sequence values ('thing', 3)`;
    await withClient(server.superuserUrl('evidence'), (client) => client.query(changes));
    const read = `insert into inbox_position values ('provider', 'evidence/thing', 5), ('provider', 'evidence/other', 2)`;
    await withClient(server.superuserUrl('provider'), (client) => client.query(read));
    const { code, output } = await runBackupCommand('backup', settingsOf(server.superuserUrl), backup);
    expect(code, output).toBe(0);
  }
  rmSync(join(evidence, 'object'));

  await using server = await start('two');
  const settings = settingsOf(server.superuserUrl);
  const first = await runBackupCommand('restore', settings, backup);
  expect(first.code, first.output).toBe(0);
  expect(first.output).toMatch(/1 missing files copied/);
  expect(first.output).toMatch(/Nobody can know from the platform what ended since the backup/);
  expect(await closedServices(server)).toEqual([...serviceDatabases].sort());
  const numbers = await withClient(server.superuserUrl('evidence'), async (client) => {
    // An app that still runs must not lose its database.
    const busy = await runBackupCommand('restore', settings, backup, '--service', 'evidence');
    expect(busy).toMatchObject({
      code: 1,
      output: expect.stringMatching(/evidence has connections .*Stop the service/),
    });
    return (await client.query('select * from aggregate_sequence order by 1')).rows;
  });
  expect(numbers).toEqual([
    { aggregate_id: 'other', last_seq: '2' },
    { aggregate_id: 'thing', last_seq: '5' },
  ]);
  await withClient(roleUrl({ port: server.port, passwords }, 'evidence', 'owner'), async (client) => {
    const weaken = client.query('alter table evidence_version disable trigger user');
    await expect(weaken).rejects.toThrow(/sealed/);
  });
  const again = await runBackupCommand('restore', settings, backup, '--service', 'evidence');
  expect(again.code, again.output).toBe(0);
  const another = `alter database provider set trust.unfinished_restore = '2026-11-22T13:05:00.000Z'`;
  await withClient(server.superuserUrl('postgres'), (client) => client.query(another));
  const opened = await runBackupCommand('restore', settings, backup, '--open');
  expect(opened.output).toMatch(/stays closed: the restore of provider from another backup is not finished/);
  expect(await closedServices(server)).toEqual(['provider']);
  const damaged = { ...settings, POSTGRES_URL: settings.POSTGRES_URL.replace(/:\d+$/, ':1') };
  expect((await runBackupCommand('restore', damaged, backup)).code).toBe(1);
}, 300_000);
