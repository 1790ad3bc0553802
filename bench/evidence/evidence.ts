import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { Client } from 'pg';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import { startPostgres } from '../../deploy/local/postgres/postgres.ts';
import type { Bench, Report } from '../harness.ts';
import { ownMs } from '../proc.ts';
import { startWorker, type Worker } from '../worker-process.ts';
import { Batches, fill, providers, writeParts } from './fixtures.ts';
import { measureMemory } from './memory.ts';
import { pgbench } from './pgbench.ts';
import { recordScripts, type Scripts } from './record.ts';
import { measureThroughGateway, openStage } from './through-gateway.ts';
import type { Load } from './worker.ts';

/** Long enough for every client to send its statements several times. */
const secondsFor = (clients: number) => (clients === 1 ? 1 : 2);

/** Target 9: creating and confirming uploads, against pgbench with the same statements. */
export const evidence: Bench = {
  name: 'evidence',
  title: 'Evidence: opening and confirming uploads',
  async run(report) {
    const { postgresBin: bin } = await ensurePackages(() => {});
    const folder = temporaryDataDir('trust-bench');
    try {
      const scripts = await measureFunctions(report, bin, join(folder, 'function'));
      {
        await using stage = await openStage(join(folder, 'memory'));
        await measureMemory(report, stage);
      }
      const platform = join(folder, 'platform');
      await using stage = await openStage(platform);
      await measureThroughGateway(report, stage, { bin, folder: platform, scripts });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measureFunctions(report: Report, bin: string, folder: string): Promise<Scripts> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(
    await startPostgres({ bin, dataDir: join(folder, 'postgres'), durable: true }, { stopWithParent: true }),
  );
  const admin = new Client({ connectionString: postgres.superuserUrl('postgres') });
  await admin.connect();
  opened.defer(() => admin.end());
  const { rows } = await admin.query('show server_version');
  report.addVersion(`PostgreSQL ${rows[0].server_version}`);
  await admin.query('create role service_app');
  await admin.query('create database filled');
  const filled = postgres.superuserUrl('filled');
  await withClient(filled, async (client) => {
    await client.query('create extension btree_gist');
    await migrate({ url: filled, folder: join(repositoryRoot, 'services/evidence/src/db/migrations') });
    await fill(client);
  });
  const url = postgres.superuserUrl('copy');
  await copyDatabase(admin);
  const scripts = await withClient(url, (client) =>
    recordScripts({ bin, url, client, folder: join(folder, 'recorded') }),
  );
  for (const clients of [1, 8, 32]) {
    await copyDatabase(admin);
    await measure(report, { bin, folder, url, scripts }, clients);
  }
  return scripts;
}

async function copyDatabase(admin: Client): Promise<void> {
  await admin.query('drop database if exists copy');
  await admin.query('create database copy template filled');
}

type World = { bin: string; folder: string; url: string; scripts: Scripts };

/** Both sides of all rounds use one database, which grows. */
async function measure(report: Report, world: World, clients: number): Promise<void> {
  const store = join(world.folder, 'store');
  mkdirSync(store, { recursive: true });
  const file = join(import.meta.dirname, 'worker.ts');
  await using worker = await startWorker(file, [world.url, store], ['--max-semi-space-size=4']);
  await withClient(world.url, async (client) => {
    const sides = { report, world, worker, client, clients, store };
    await measureCreation(sides);
    await measureConfirmation(sides);
    if (clients === 8) await measureReadingBytes(sides);
  });
}

type Sides = { report: Report; world: World; worker: Worker; client: Client; clients: number; store: string };

async function measureCreation({ report, world, worker, clients }: Sides): Promise<void> {
  const seconds = secondsFor(clients);
  const ours = () => rateOf(worker, { request: 'create', clients, seconds });
  const reference = () =>
    pgbench(world.bin, world.url, { file: world.scripts.create, clients, seconds, variables: { providers } });
  await ours();
  await report.ratio({
    number: '9',
    what: `creating an intent in the service's function, ${countOf(clients)} / its recorded statements by pgbench`,
    unit: 'tx/s',
    ...(clients === 8 && { atLeast: 1 }),
    ours,
    reference,
    processorMs: () => ownMs(worker.pid),
  });
}

async function measureConfirmation({ report, world, worker, client, clients }: Sides): Promise<void> {
  const batches = new Batches(client, `confirmed by ${clients}`);
  const seconds = secondsFor(clients);
  // pgbench also confirms while it prepares its statements.
  const count = (seconds + Math.ceil(clients / 10)) * 3000;
  const ours = async () => {
    const batch = await batches.next(count);
    return rateOf(worker, { request: 'confirm', batch, clients, seconds, readsBytes: false });
  };
  const reference = async () => {
    const { name, requirement } = await batches.next(count);
    const variables = { providers, batch: name, requirement };
    return pgbench(world.bin, world.url, { file: world.scripts.confirm, clients, seconds, variables });
  };
  await ours();
  await report.ratio({
    number: '9',
    what: `confirming in the service's function without reading the bytes, ${countOf(clients)} / its recorded statements by pgbench`,
    unit: 'tx/s',
    ...(clients === 8 && { atLeast: 1 }),
    ours,
    reference,
  });
}

/** Cost of the store: reads, hashes and copies 64 KiB and syncs the files to disk. */
async function measureReadingBytes({ report, worker, client, clients, store }: Sides): Promise<void> {
  const batches = new Batches(client, 'read');
  const side = (readsBytes: boolean) => async () => {
    const batch = await batches.next(3000);
    if (readsBytes) await writeParts(store, batch);
    return rateOf(worker, { request: 'confirm', batch, clients, seconds: 1, readsBytes });
  };
  await report.ratio({
    number: '9',
    what: `confirming 64 KiB on a folder, ${countOf(clients)}, bytes read, hashed and copied / without`,
    unit: 'tx/s',
    ours: side(true),
    reference: side(false),
  });
}

async function rateOf(worker: Worker, load: Load): Promise<number> {
  const [rate = Number.NaN] = await worker.send(load);
  return rate;
}

const countOf = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}
