import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { type BackupFile, dumpName, keyDumps } from './manifest.ts';
import { inPairs, outputOfProgram, type UrlOf } from './server.ts';

type Snapshots = Record<DatabaseService, string>;

/** `store` keeps a dump and describes it. */
export type DumpOptions = {
  urlOf: UrlOf;
  bin: string;
  store: (name: string, dump: Readable) => Promise<BackupFile>;
  report: (line: string) => void;
};

export type Dumped = {
  takenAt: string;
  postgres: number;
  migrations: Record<DatabaseService, string[]>;
  files: Record<string, BackupFile>;
  rows: RowCounts;
};

export type RowCounts = Record<DatabaseService, Record<string, number>>;

export async function dumpDatabases({ urlOf, bin, store, report }: DumpOptions): Promise<Dumped> {
  await using open = await openSnapshots(urlOf);
  const { snapshots, migrations, postgres } = open;
  const files: Record<string, BackupFile> = {};
  const dump = async (service: DatabaseService, name: string, options: string[]) => {
    const args = ['-Fc', `--snapshot=${snapshots[service]}`, ...options];
    const file = await store(name, outputOfProgram(join(bin, 'pg_dump'), urlOf(service), args));
    files[name] = file;
    report(`${name}: ${Math.ceil(file.bytes / 1024)} KiB`);
  };
  await inPairs(serviceDatabases, async (service) => {
    const keys = keyDumps[service];
    await dump(service, dumpName(service), keys ? [`--exclude-table-data=${keys.table}`] : []);
    if (keys) await dump(service, keys.name, ['--data-only', `--table=${keys.table}`]);
  });
  const rows = {} as RowCounts;
  for (const service of serviceDatabases) rows[service] = await countRows(open.clients[service]);
  return { takenAt: open.takenAt, postgres, migrations, files, rows };
}

/** Exact, of each table of a service, by its name. */
export async function countRows(client: Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where relname <> 'spatial_ref_sys' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

/** Snapshots of all databases, milliseconds apart: dumps that start later still show these moments. */
async function openSnapshots(urlOf: UrlOf) {
  await using own = new AsyncDisposableStack();
  const clients = {} as Record<DatabaseService, Client>;
  for (const service of serviceDatabases) {
    const client = new Client({ connectionString: urlOf(service), application_name: 'trust-backup' });
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
    clients,
    snapshots,
    migrations,
    postgres: rows[0]?.version ?? 0,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
