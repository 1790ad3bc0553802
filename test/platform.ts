import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../demo/client.ts';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { type DatabaseService, serviceDatabases } from '../deploy/local/databases.ts';
import { endWithUs } from '../deploy/local/keeper.ts';
import { freePort } from '../deploy/local/ports.ts';
import { readRun } from '../deploy/local/run-file.ts';
import { runningSettings } from '../deploy/local/running.ts';
import type { ServiceName } from '../deploy/local/settings.ts';
import { repositoryRoot } from '../deploy/local/surroundings.ts';

export type PartName = ServiceName | 'postgres' | 'nats-server';

/** The whole platform as `npm start` runs it, on data and ports of its own. */
export type Platform = AsyncDisposable & {
  url: string;
  dataDir: string;
  /** Ends a part with SIGKILL and returns at once; the platform starts it again. */
  kill(name: PartName): void;
  /** Rows of a service's database, read as its owner. */
  rows<Row>(service: DatabaseService, query: string, values?: unknown[]): Promise<Row[]>;
  /** Resolves when every event that was committed has been sent, and applied by everybody who subscribes to it. */
  settled(): Promise<void>;
};

export async function startPlatform(): Promise<Platform> {
  const dataDir = temporaryDataDir('test');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stop = await start(dataDir, port);
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
    async settled() {
      await eventually('no event is on its way', async () => ((await isSettled(rows)) ? true : undefined), 90_000);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns how to stop it, once it says that it is ready. */
async function start(dataDir: string, port: number): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['deploy/local/start.ts', '--no-story'], {
    cwd: repositoryRoot,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const keeper = endWithUs(child.pid ?? 0, 'SIGTERM');
  let said = '';
  let ended = false;
  const exit = new Promise<void>((resolve) => child.once('close', resolve)).then(() => {
    ended = true;
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const stop = async () => {
    if (ended) throw new Error(`The platform ended by itself:\n${said}`);
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
    // Postgres is killed in some tests; the next query opens a new connection.
    pool.on('error', () => {});
    return [service, pool] as const;
  });
  return Object.fromEntries(pools) as Record<DatabaseService, pg.Pool>;
}

/** Every outbox is empty, and every audit event, which all services send and operations must have, is in the log. */
async function isSettled(rows: Platform['rows']): Promise<boolean> {
  const counts = await Promise.all(
    serviceDatabases.map((service) =>
      rows<{ unsent: number; audited: number }>(
        service,
        `select count(*) filter (where sent_at is null)::int as unsent,
                count(*) filter (where subject like '%.audit.recorded.v1')::int as audited from outbox`,
      ),
    ),
  );
  const [log] = await rows<{ entries: number }>('operations', 'select count(*)::int as entries from audit_entry');
  const sums = counts.flat().reduce((a, b) => ({ unsent: a.unsent + b.unsent, audited: a.audited + b.audited }));
  return sums.unsent === 0 && sums.audited === log?.entries;
}
