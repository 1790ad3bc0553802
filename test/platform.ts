import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { freePort } from '../deploy/local/ports.ts';
import { type DatabaseService, type ServiceName, serviceDatabases } from '../deploy/local/services.ts';
import { runningSettings } from '../deploy/local/settings/running-settings.ts';
import { readRun } from '../deploy/local/supervisor/run-file.ts';
import { stopWithParent } from '../deploy/local/supervisor/stop-with-parent.ts';
import { type QueryRows, waitUntilSettled } from './settled.ts';

export type PartName = ServiceName | 'postgres' | 'nats-server';

export type Platform = AsyncDisposable & {
  url: string;
  dataDir: string;
  /** Does not wait; the supervisor restarts the process. */
  kill(name: PartName): void;
  rows: QueryRows;
  /** The limits count all tests together, because they share one address. */
  resetCodeLimits(): Promise<void>;
  /** Resolves when every committed event has been published and applied by all its subscribers. */
  settled(): Promise<void>;
};

export async function startPlatform(environment: Record<string, string> = {}): Promise<Platform> {
  const dataDir = temporaryDataDir('test');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stop = await start({ ...environment, DATA_DIR: dataDir, PORT: String(port) });
  const pools = openPools(dataDir);

  async function rows<Row>(service: DatabaseService, query: string, values: unknown[] = []): Promise<Row[]> {
    return (await pools[service].query(query, values)).rows as Row[];
  }

  return {
    url,
    dataDir,
    rows,
    kill(name) {
      const pid = readRun(dataDir)?.children[name]?.pid;
      if (!pid) throw new Error(`${name} does not run.`);
      process.kill(pid, 'SIGKILL');
    },
    async resetCodeLimits() {
      await rows('identity', 'delete from rate_limit');
      await rows('identity', "update challenge set created_at = created_at - interval '10 minutes'");
    },
    settled: () => waitUntilSettled(rows),
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(environment: Record<string, string>): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['deploy/local/start.ts', '--no-story'], {
    cwd: repositoryRoot,
    env: { ...process.env, OTEL_SDK_DISABLED: 'true', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const keeper = stopWithParent(child.pid ?? 0, 'SIGTERM');
  let said = '';
  let ended = false;
  const exit = new Promise<void>((resolve) => child.once('close', resolve)).then(() => {
    ended = true;
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const stop = async () => {
    if (ended) throw new Error(`The platform exited unexpectedly:\n${said}`);
    child.kill('SIGTERM');
    await exit;
    keeper[Symbol.dispose]();
  };
  while (!said.includes('\nready ')) {
    if (ended) throw new Error(`The platform did not start:\n${said}`);
    await delay(50);
  }
  return stop;
}

function openPools(dataDir: string): Record<DatabaseService, pg.Pool> {
  const { owners } = runningSettings(dataDir);
  const pools = serviceDatabases.map((service) => {
    const pool = new pg.Pool({ connectionString: owners[service].DATABASE_OWNER_URL, max: 1 });
    // Some tests kill Postgres; the next query opens a new connection.
    pool.on('error', () => {});
    return [service, pool] as const;
  });
  return Object.fromEntries(pools) as Record<DatabaseService, pg.Pool>;
}
