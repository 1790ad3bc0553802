import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { provision, streamsFor } from '@trust/service-admin/provision-streams';
import { openBus } from '@trust/service-kit/bus/bus';
import { Client } from 'pg';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { startNats } from '../../deploy/local/nats/nats.ts';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import { startPostgres } from '../../deploy/local/postgres/postgres.ts';
import { type Bench, median, type Report } from '../harness.ts';
import { childrenMs } from '../proc.ts';
import { startWorker } from '../worker-process.ts';
import type { Task } from './worker.ts';

const backlog = 20_000;
const paced = { count: 2000, perSecond: 200 };
const writeSeconds = 4;
/** Events of the first two seconds, not measured: relay and consumer connect, code is compiled. */
const warmUp = 2 * paced.perSecond;

/** Targets 6 to 8, with durable Postgres and JetStream and a process for each role. */
export const events: Bench = {
  name: 'events',
  title: 'Events: outbox, relay, JetStream, inbox',
  async run(report) {
    const packages = await ensurePackages(() => {});
    const dataDir = temporaryDataDir('trust-bench');
    await using opened = new AsyncDisposableStack();
    opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    const postgres = opened.use(
      await startPostgres(
        { bin: packages.postgresBin, dataDir: join(dataDir, 'postgres'), durable: true },
        { stopWithParent: true },
      ),
    );
    const nats = opened.use(
      await startNats(
        { server: packages.natsServer, dataDir: join(dataDir, 'nats'), durable: true },
        { stopWithParent: true },
      ),
    );
    const world = await prepare(postgres.superuserUrl, nats.url, dataDir);
    opened.defer(() => world.client.end());
    const { rows } = await world.client.query('show server_version');
    report.addVersion(`PostgreSQL ${rows[0].server_version}`);
    report.addVersion(`nats-server ${packages.natsServer.version}`);
    await measure(report, world);
  },
};

type World = { url: string; natsUrl: string; client: Client };

async function measure(report: Report, world: World): Promise<void> {
  const costs: Record<'drain' | 'woken' | 'unwoken', number[]> = { drain: [], woken: [], unwoken: [] };
  const msOf = (what: keyof typeof costs) => `${median(costs[what]).toFixed(2)} ms`;
  await report.ratio({
    number: '6',
    what: `draining a backlog of ${backlog} events through relay, JetStream, inbox and effect / JetStream's asynchronous publish alone, by the client as it comes`,
    unit: 'events/s',
    atLeast: 0.45,
    ours: () => drain(world, costs.drain),
    note: () => `${msOf('drain')} CPU each, all processes`,
    reference: () => publishOnly(world),
  });
  const guide = { unit: 'ms' };
  await report.figures(
    [
      { number: '7', what: `emit to applied at ${paced.perSecond} events/s, p50`, atMost: 5, ...guide },
      { number: '7', what: `emit to applied at ${paced.perSecond} events/s, p99`, atMost: 50, ...guide },
    ],
    () => latency(world),
  );
  await report.ratio({
    number: '8',
    what: '16 writers with outbox and wake-up / without the wake-up',
    unit: 'tx/s',
    atLeast: 0.95,
    ours: () => write(world, true, costs.woken),
    reference: () => write(world, false, costs.unwoken),
    note: () => `${msOf('woken')} CPU each, all processes; without ${msOf('unwoken')}`,
  });
}

async function drain(world: World, costs: number[]): Promise<number> {
  await reset(world);
  await world.client.query(
    `insert into outbox (id, type, aggregate, aggregate_id, aggregate_seq, payload)
     select first_id(now() - n * interval '1 millisecond'), 'bench.thing.changed.v1', 'thing', n % 1000, n / 1000 + 1,
       jsonb_build_object('thing', (n % 1000)::text, 'value', n, 'at', 0)
     from generate_series(0, $1 - 1) as n`,
    [backlog],
  );
  await world.client.query('vacuum analyze outbox');
  await using relay = await startTask(world, { task: 'relay' });
  await using consumer = await startTask(world, { task: 'consume', count: backlog });
  const [start, before] = [performance.now(), childrenMs()];
  const done = consumer.run();
  await relay.run();
  await done;
  costs.push((childrenMs() - before) / backlog);
  return backlog / ((performance.now() - start) / 1000);
}

async function publishOnly(world: World): Promise<number> {
  await reset(world);
  await using publisher = await startTask(world, { task: 'publish', count: backlog });
  const [seconds = Number.NaN] = await publisher.run();
  return backlog / seconds;
}

/** Returns p50 and p99 in milliseconds. */
async function latency(world: World): Promise<number[]> {
  await reset(world);
  await using writer = await startTask(world, { task: 'pace', ...paced, count: warmUp + paced.count });
  await using consumer = await startTask(world, { task: 'consume', count: warmUp + paced.count });
  const done = consumer.run();
  await writer.run();
  const times = (await done).slice(warmUp).sort((a, b) => a - b);
  return [0.5, 0.99].map((share) => times[Math.floor(times.length * share)] ?? Number.NaN);
}

async function write(world: World, wakes: boolean, costs: number[]): Promise<number> {
  await reset(world);
  await world.client.query(`select pg_advisory_lock(hashtextextended('relay:bench', 0))`);
  try {
    await using writer = await startTask(world, { task: 'write', seconds: writeSeconds, wakes });
    const before = childrenMs();
    const [rate = Number.NaN] = await writer.run();
    costs.push((childrenMs() - before) / (rate * writeSeconds));
    return rate;
  } finally {
    await world.client.query('select pg_advisory_unlock_all()');
  }
}

async function prepare(superuserUrl: (database: string) => string, natsUrl: string, dataDir: string): Promise<World> {
  const admin = new Client({ connectionString: superuserUrl('postgres') });
  await admin.connect();
  await admin.query('create role service_app');
  await admin.query('create database bench');
  await admin.end();
  const url = superuserUrl('bench');
  const noMigrations = join(dataDir, 'migrations');
  mkdirSync(noMigrations);
  await migrate({ url, folder: noMigrations });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('create table effect (event_id uuid primary key, value float not null)');
  await client.query('create table business (id uuid primary key)');
  return { url, natsUrl, client };
}

/** Removes all rows and streams, so that every round starts alike. */
async function reset({ client, natsUrl }: World): Promise<void> {
  await client.query(
    'truncate outbox, aggregate_sequence, inbox, inbox_position, inbox_attempt, stream_position, effect, business',
  );
  await client.query('checkpoint');
  await using bus = await openBus({ url: natsUrl, name: 'bench' });
  for (const name of ['BENCH', 'REFERENCE']) await bus.jsm.streams.delete(name).catch(() => {});
  const readings = [{ service: 'reader', publisher: 'bench', aggregates: ['thing'] }];
  await provision(bus, { streams: streamsFor(['bench.thing.thing.changed.v1']), consumers: readings });
}

async function startTask({ url, natsUrl }: World, task: Task) {
  const worker = await startWorker(join(import.meta.dirname, 'worker.ts'), [url, natsUrl, JSON.stringify(task)]);
  return { ...worker, run: () => worker.send('run') };
}
