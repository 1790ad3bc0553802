import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, inject, test } from 'vitest';
import { createDataDir, needsExample, temporaryDataDir } from '../local/data-dir.ts';
import { repositoryRoot } from '../local/environment.ts';
import { postgresUser } from '../local/postgres/os-user.ts';
import { startPostgres } from '../local/postgres/postgres.ts';
import { serviceDatabases } from '../local/services.ts';
import { describeFile, dumpName, keyDumps, writeManifest } from './manifest.ts';
import { archiveSettings, prepareRecovery, takeBaseBackup } from './point-in-time.ts';
import { withClient } from './server.ts';

const folder = temporaryDataDir('recovered-folder');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { postgresBin: bin } = inject('stack').packages;
const start = (dataDir: string) => startPostgres({ bin, dataDir, durable: true }, { stopWithParent: true });
const filesIn = (path: string) => globSync('**/*', { cwd: path }).map((name) => join(path, name));
const ownersIn = (path: string) => new Set([path, ...filesIn(path)].map((one) => lstatSync(one).uid));

/** If the test runs as root, the folder belongs to another user afterwards. */
function giveToSomebody(path: string): string {
  if (process.getuid?.() === 0) for (const one of [path, ...filesIn(path)]) chownSync(one, 65_534, 65_534);
  return path;
}

function dataDirOfSomebody(name: string): string {
  const dataDir = join(folder, name);
  createDataDir(dataDir);
  return giveToSomebody(dataDir);
}

test('F9 a recovered cluster belongs to the owner of its folder, and is ready once it accepts writes', async () => {
  const [first, base, archive] = ['first', 'base', 'archive'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [first, archive]) {
    mkdirSync(one);
    giveToSomebody(one);
  }
  const until = await recordedIn(first, base, archive);

  const dataDir = dataDirOfSomebody('recovered');
  const postgres = join(dataDir, 'postgres');
  mkdirSync(postgres);
  postgresUser(postgres);
  const cluster = join(postgres, 'cluster');
  const newArchive = join(postgres, 'archive');
  await prepareRecovery({ bin, base, archive, newArchive, cluster, until });
  expect(ownersIn(cluster)).toEqual(new Set([lstatSync(dataDir).uid]));
  expect(needsExample(dataDir)).toBe(false);

  // A slow archive: Postgres answers reads for seconds before it accepts writes.
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `restore_command = 'sleep 1; cp ${archive}/%f "%p"'\n`);
  cpSync(join(first, 'superuser.password'), join(postgres, 'superuser.password'));
  await using recovered = await start(postgres);
  await withClient(recovered.superuserUrl('postgres'), (client) => client.query('create table written_after (id int)'));
  const switched = await withClient(recovered.superuserUrl('postgres'), (client) =>
    client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name'),
  );
  await expect.poll(() => readdirSync(newArchive), { timeout: 60_000 }).toContain(switched.rows[0]?.name);
  const another = join(folder, 'another');
  const again = prepareRecovery({ bin, base, archive, newArchive, cluster: another, until });
  await expect(again).rejects.toThrow('Give the recovered cluster a new archive');
}, 120_000);

/** A base backup and the log after it; returns a time that the log reaches. */
async function recordedIn(dataDir: string, base: string, archive: string): Promise<Date> {
  {
    await using server = await start(dataDir);
    await withClient(server.superuserUrl('postgres'), async (client) => {
      for (const [name, value] of Object.entries(archiveSettings(archive)))
        await client.query(`alter system set ${name} = '${value.replaceAll("'", "''")}'`);
    });
  }
  await using server = await start(dataDir);
  await takeBaseBackup(bin, server.superuserUrl('postgres'), base);
  return await withClient(server.superuserUrl('postgres'), async (client) => {
    await client.query('create table written (id int)');
    const { rows } = await client.query<{ at: string }>('select clock_timestamp() as at');
    await client.query('select pg_sleep(0.05)');
    await client.query('insert into written values (1)');
    const { rows: switched } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    await expect.poll(() => readdirSync(archive), { timeout: 60_000 }).toContain(switched[0]?.name);
    return new Date(new Date(rows[0]?.at ?? '').getTime() + 20);
  });
}

test('F9 a restore that stops half-way leaves nothing of root and makes no example later', async () => {
  const backup = join(folder, 'backup');
  for (const name of ['databases', 'keys']) mkdirSync(join(backup, name), { recursive: true });
  const dumps = [...serviceDatabases.map(dumpName), ...Object.values(keyDumps).map(({ name }) => name)];
  const files: Parameters<typeof writeManifest>[1]['files'] = {};
  for (const name of dumps) {
    writeFileSync(join(backup, name), 'no dump');
    files[name] = await describeFile(join(backup, name));
  }
  const takenAt = new Date().toISOString();
  const origin = { format: 1, takenAt, finishedAt: takenAt, commit: null, postgres: 100_000, secrets: null } as const;
  const none: string[] = [];
  const migrations = Object.fromEntries(serviceDatabases.map((service) => [service, none])) as Record<
    (typeof serviceDatabases)[number],
    string[]
  >;
  writeManifest(backup, { ...origin, migrations, files });

  const dataDir = dataDirOfSomebody('restored');
  writeFileSync(join(dataDir, 'secrets.json'), '{}');
  const restoring = promisify(execFile)(process.execPath, ['deploy/backup/restore-command.ts', backup], {
    cwd: repositoryRoot,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  await expect(restoring).rejects.toThrow(/pg_restore/);
  expect(needsExample(dataDir)).toBe(false);
  expect(ownersIn(dataDir)).toEqual(new Set([lstatSync(dataDir).uid]));
}, 120_000);
