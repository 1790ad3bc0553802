import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { Client } from 'pg';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { ensurePackages } from '../deploy/local/packages/ensure-packages.ts';
import { startPostgres } from '../deploy/local/postgres/postgres.ts';
import { measureMemory } from './evidence/memory.ts';
import { Batches, fill, providers, script, writeParts } from './evidence/tables.ts';
import { measureThroughGateway, openStage } from './evidence/through-gateway.ts';
import type { Question } from './evidence/worker.ts';
import type { Bench, Report } from './harness.ts';
import { pgbench } from './pgbench.ts';
import { startWorker, type Worker } from './worker.ts';

/** Long enough for every client to get to its statements several times. */
const secondsFor = (clients: number) => (clients === 1 ? 1 : 2);

/** Target 9: opening and confirming uploads over the same statements sent one by one by pgbench. */
export const evidence: Bench = {
  name: 'evidence',
  title: 'Evidence: opening and confirming uploads',
  async run(report) {
    const { postgresBin: bin } = await ensurePackages(() => {});
    const folder = temporaryDataDir('trust-bench');
    try {
      await inFunction(report, bin, join(folder, 'function'));
      await using stage = await openStage(join(folder, 'platform'));
      await measureMemory(report, stage);
      await measureThroughGateway(report, stage, bin, join(folder, 'platform'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function inFunction(report: Report, bin: string, folder: string): Promise<void> {
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
  const url = postgres.superuserUrl('filled');
  await withClient(url, async (client) => {
    await client.query('create extension btree_gist');
    await migrate({ url, folder: join(repositoryRoot, 'services/evidence/src/db/migrations') });
    await fill(client);
  });
  for (const clients of [1, 8, 32])
    await measure(report, { bin, folder, admin, url: postgres.superuserUrl('measured') }, clients);
}

type World = { bin: string; folder: string; admin: Client; url: string };

/** Both sides of all rounds on one database, which grows by them in turn. */
async function measure(report: Report, world: World, clients: number): Promise<void> {
  const { admin, url } = world;
  await admin.query('drop database if exists measured');
  await admin.query('create database measured template filled');
  const store = join(world.folder, 'store');
  mkdirSync(store, { recursive: true });
  await using worker = await startWorker('evidence/worker.ts', [url, store], ['--max-semi-space-size=4']);
  await withClient(url, async (client) => {
    const side = { report, world, worker, client, clients, store };
    await creating(side);
    await confirming(side);
    if (clients === 8) await sealing(side);
  });
}

type Sides = { report: Report; world: World; worker: Worker; client: Client; clients: number; store: string };

async function creating({ report, world, worker, clients }: Sides): Promise<void> {
  const seconds = secondsFor(clients);
  const ours = () => rate(worker, { what: 'create', clients, seconds });
  const reference = () =>
    pgbench(world.bin, world.url, { file: script('create'), clients, seconds, variables: { providers } });
  await ours();
  await report.ratio({
    number: '9',
    what: `creating an intent in the service's function, ${told(clients)} / the same statements one by one by pgbench`,
    unit: 'tx/s',
    ...(clients === 8 && { atLeast: 1 }),
    ours,
    reference,
  });
}

async function confirming({ report, world, worker, client, clients }: Sides): Promise<void> {
  const batches = new Batches(client, `confirmed by ${clients}`);
  const seconds = secondsFor(clients);
  // pgbench confirms while it prepares as well.
  const count = (seconds + Math.ceil(clients / 10)) * 3000;
  const ours = async () => {
    const batch = await batches.next(count);
    return rate(worker, { what: 'confirm', batch, clients, seconds, seals: false });
  };
  const reference = async () => {
    const { name, requirement } = await batches.next(count);
    const variables = { providers, batch: name, requirement };
    return pgbench(world.bin, world.url, { file: script('confirm'), clients, seconds, variables });
  };
  await ours();
  await report.ratio({
    number: '9',
    what: `confirming in the service's function without reading the bytes, ${told(clients)} / the same statements one by one by pgbench`,
    unit: 'tx/s',
    ...(clients === 8 && { atLeast: 1 }),
    ours,
    reference,
  });
}

/** What the store takes: reading, hashing and copying 64 KiB, each file on disk before it counts. */
async function sealing({ report, worker, client, clients, store }: Sides): Promise<void> {
  const batches = new Batches(client, 'sealed');
  const side = (seals: boolean) => async () => {
    const batch = await batches.next(3000);
    if (seals) await writeParts(store, batch);
    return rate(worker, { what: 'confirm', batch, clients, seconds: 1, seals });
  };
  await report.ratio({
    number: '9',
    what: `confirming 64 KiB on a folder, ${told(clients)}, bytes read, hashed and copied / without`,
    unit: 'tx/s',
    ours: side(true),
    reference: side(false),
  });
}

async function rate(worker: Worker, question: Question): Promise<number> {
  const [rate = Number.NaN] = await worker.ask(question);
  return rate;
}

const told = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}
