import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../ports.ts';
import { Child, type ChildOptions, type ChildSpec, type OsUser } from '../supervisor/child.ts';
import { initialiseCluster, removeStalePid } from './cluster.ts';
import { postgresUser } from './os-user.ts';

export type PostgresOptions = {
  bin: string;
  dataDir: string;
  port?: number;
  /** False: fast and unsafe, for tests. */
  durable: boolean;
  logFile?: string;
};

export type Postgres = AsyncDisposable & {
  port: number;
  superuserUrl(database: string): string;
  stop(): Promise<void>;
};

export async function startPostgres(options: PostgresOptions, childOptions: ChildOptions = {}): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const user = postgresUser(dataDir);
  const password = superuserPassword(dataDir);
  const cluster = await initialiseCluster({ bin: options.bin, dataDir, user, password, durable: options.durable });

  const port = options.port ?? (await freePort());
  const superuserUrl = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const spec = postgresSpec({
    ...options,
    dataDir,
    cluster,
    port,
    user,
    isReady: () => acceptsWrites(superuserUrl('postgres')),
  });
  const child = await Child.start(spec, { stopWithParent: !options.durable, ...childOptions });
  const stop = () => child.stop();
  return { port, superuserUrl, stop, [Symbol.asyncDispose]: stop };
}

type SpecParts = PostgresOptions & {
  cluster: string;
  port: number;
  user: OsUser | undefined;
  isReady: () => Promise<boolean>;
};

function postgresSpec({ bin, dataDir, cluster, port, user, durable, logFile, isReady }: SpecParts): ChildSpec {
  const settings = { ...commonSettings, ...(durable ? durableSettings : temporarySettings), port: String(port) };
  const switches = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    name: 'postgres',
    command: [join(bin, 'postgres'), '-D', cluster, ...switches],
    cwd: cluster,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    logFile: logFile ?? join(dataDir, 'postgres.log'),
    user,
    beforeStart: () => removeStalePid(cluster),
    isReady,
    // A recovery to a point in time first replays its archive.
    readyWithinMs: existsSync(join(cluster, 'recovery.signal')) ? 3_600_000 : 120_000,
    // Fast shutdown: ends the sessions and writes a checkpoint.
    stopSignal: 'SIGINT',
    stopWithinMs: 30_000,
  };
}

const commonSettings = {
  listen_addresses: '127.0.0.1',
  // The path of a socket file is limited to 107 bytes, and a data folder may be longer.
  unix_socket_directories: '',
  max_connections: '200',
  jit: 'off',
  password_encryption: 'scram-sha-256',
  log_min_messages: 'warning',
  // Promise P3: no failing row or key (DETAIL) and no text of a failed statement in the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_line_prefix: '%m [%p] %d ',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

const durableSettings = { shared_buffers: '256MB', max_wal_size: '2GB', checkpoint_completion_target: '0.9' };

const temporarySettings = {
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  // SCRAM doubles a client's CPU time of connecting, and tests open thousands of connections.
  password_encryption: 'md5',
  max_wal_senders: '0',
  // A worker in a template database would block `create database ... template`.
  autovacuum: 'off',
};

function superuserPassword(dataDir: string): string {
  const file = join(dataDir, 'superuser.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** During a recovery Postgres answers reads only, and nothing can start on it. */
async function acceptsWrites(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
    await client.end();
    return rows[0]?.is === false;
  } catch (error) {
    // 28P01 is a wrong password: another server has the port, or the cluster is another one.
    if (error instanceof Error && 'code' in error && error.code === '28P01') throw error;
    return false;
  }
}
