import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { type BackupFile, describeFile, dumpName, keyDumps } from './manifest.ts';
import { inPairs, runProgram, type UrlOf } from './server.ts';

type Snapshots = Record<DatabaseService, string>;

type DumpOptions = { urlOf: UrlOf; bin: string; folder: string; report: (line: string) => void };

type Dumped = {
  takenAt: string;
  postgres: number;
  migrations: Record<DatabaseService, string[]>;
  files: Record<string, BackupFile>;
};

export async function dumpDatabases({ urlOf, bin, folder, report }: DumpOptions): Promise<Dumped> {
  for (const name of ['databases', 'keys']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  await using open = await openSnapshots(urlOf);
  const { snapshots, migrations, postgres } = open;
  const files: Record<string, BackupFile> = {};
  const dump = async (service: DatabaseService, name: string, options: string[]) => {
    const path = join(folder, name);
    const args = ['-Fc', `--snapshot=${snapshots[service]}`, '-f', path, ...options];
    await runProgram(join(bin, 'pg_dump'), urlOf(service), args);
    const file = await describeFile(path);
    files[name] = file;
    report(`${name}: ${Math.ceil(file.bytes / 1024)} KiB`);
  };
  await inPairs(serviceDatabases, async (service) => {
    const keys = keyDumps[service];
    await dump(service, dumpName(service), keys ? [`--exclude-table-data=${keys.table}`] : []);
    if (keys) await dump(service, keys.name, ['--data-only', `--table=${keys.table}`]);
  });
  return { takenAt: open.takenAt, postgres, migrations, files };
}

/** Snapshots of all databases, milliseconds apart: dumps that start later still show these moments. */
async function openSnapshots(urlOf: UrlOf) {
  await using own = new AsyncDisposableStack();
  const clients = {} as Record<DatabaseService, Client>;
  for (const service of serviceDatabases) {
    const client = new Client({ connectionString: urlOf(service) });
    await client.connect();
    own.defer(() => client.end());
    await client.query('set idle_in_transaction_session_timeout = 0');
    clients[service] = client;
  }
  // Before the first snapshot, so that `republish --since` misses nothing.
  const takenAt = new Date().toISOString();
  const exported = serviceDatabases.map(async (service) => {
    await clients[service].query('begin transaction isolation level repeatable read read only');
    const { rows } = await clients[service].query<{ id: string }>('select pg_export_snapshot() as id');
    return [service, rows[0]?.id ?? ''] as const;
  });
  const snapshots = Object.fromEntries(await Promise.all(exported)) as Snapshots;
  const migrations = {} as Record<DatabaseService, string[]>;
  for (const service of serviceDatabases) {
    const { rows } = await clients[service].query<{ name: string }>(
      'select name from migration_checksum order by name',
    );
    migrations[service] = rows.map(({ name }) => name);
  }
  const { rows } = await clients.identity.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const all = own.move();
  return {
    takenAt,
    snapshots,
    migrations,
    postgres: rows[0]?.version ?? 0,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
