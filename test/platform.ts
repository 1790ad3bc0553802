import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createDataDir, temporaryDataDir } from '../deploy/local/data-dir.ts';
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
  /** Sends SIGKILL by default and does not wait; the supervisor restarts the process. */
  kill(name: PartName, signal?: NodeJS.Signals): void;
  /** Stops every process at once, then starts the platform on the same data. */
  powerCut(): Promise<void>;
  /** Stops every process in order, does `work` on the data, then starts the platform again. */
  whileStopped(work: () => Promise<void>): Promise<void>;
  rows: QueryRows;
  /** What `npm start` has printed. */
  said(): string;
  /** The limits count all tests together, because they share one address. */
  resetCodeLimits(): Promise<void>;
  /** Resolves when every committed event has been published and applied by all its subscribers. */
  settled(): Promise<void>;
};

/** `prepare` changes the empty data folder before the start; what it returns is disposed of at the end. */
export async function startPlatform(
  environment: Record<string, string> = {},
  prepare?: (dataDir: string) => Promise<AsyncDisposable>,
  options: readonly string[] = [],
): Promise<Platform> {
  const dataDir = temporaryDataDir('test');
  createDataDir(dataDir);
  await using starting = new AsyncDisposableStack();
  starting.defer(async () => rmSync(dataDir, { recursive: true, force: true }));
  const prepared = await prepare?.(dataDir);
  if (prepared) starting.use(prepared);
  const platform = await openPlatform(dataDir, environment, options);
  const started = starting.move();
  return {
    ...platform,
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]();
      await started.disposeAsync();
    },
  };
}

/** Starts it on a data folder that outlives it. */
export async function openPlatform(
  dataDir: string,
  environment: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Platform> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const launch = () => start({ ...environment, DATA_DIR: dataDir, PORT: String(port) }, options);
  let running = await launch();
  let pools = openPools(dataDir);
  const closePools = () => Promise.all(Object.values(pools).map((pool) => pool.end()));

  async function rows<Row>(service: DatabaseService, query: string, values: unknown[] = []): Promise<Row[]> {
    return (await pools[service].query(query, values)).rows as Row[];
  }

  async function restart(work: () => Promise<void>): Promise<void> {
    await closePools();
    try {
      await work();
    } finally {
      running = await launch();
      // Postgres may listen on another port.
      pools = openPools(dataDir);
    }
  }

  return {
    url,
    dataDir,
    rows,
    kill(name, signal = 'SIGKILL') {
      const pid = readRun(dataDir)?.children[name]?.pid;
      if (!pid) throw new Error(`${name} does not run.`);
      process.kill(pid, signal);
    },
    powerCut: () => restart(() => running.kill(Object.values(readRun(dataDir)?.children ?? {}).map(({ pid }) => pid))),
    whileStopped: (work) =>
      restart(async () => {
        await running.stop();
        await work();
      }),
    async resetCodeLimits() {
      await rows('identity', 'delete from rate_limit');
      await rows('identity', "update challenge set created_at = created_at - interval '10 minutes'");
    },
    said: () => running.said(),
    settled: () => waitUntilSettled(rows),
    async [Symbol.asyncDispose]() {
      await closePools();
      await running.stop();
    },
  };
}

type Running = { said(): string; stop(): Promise<void>; kill(children: number[]): Promise<void> };

async function start(environment: Record<string, string>, options: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, ['deploy/local/start.ts', '--no-journey', ...options], {
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
  const kill = async (children: number[]) => {
    for (const pid of [child.pid ?? 0, ...children]) process.kill(pid, 'SIGKILL');
    await exit;
    keeper[Symbol.dispose]();
  };
  while (!said.includes('\nready ')) {
    if (ended) throw new Error(`The platform did not start:\n${said}`);
    await delay(50);
  }
  return { said: () => said, stop, kill };
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
