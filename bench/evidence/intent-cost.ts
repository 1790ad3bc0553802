import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { eventually } from '../../demo/client.ts';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';
import { openDatabase } from '../databases.ts';
import type { Bench } from '../harness.ts';
import { type ProcessorTimes, processorSeconds, processorSecondsOfPostgres } from '../processor-time.ts';
import { type Request, wrk } from '../wrk.ts';
import { warmUpIntents } from './fixtures.ts';
import { creations, openStage, type Stage } from './through-gateway.ts';

const clients = 8;
const seconds = 5;
const perSecond = 20;
const idleSeconds = 5;

const shares: [string, string[]][] = [
  ['gateway', ['gateway']],
  ['identity', ['identity']],
  ['evidence', ['evidence']],
  ['operations', ['operations']],
  ['provider, verification and webhooks', ['provider', 'verification', 'webhooks']],
  ['NATS', ['nats-server']],
  ['Postgres for evidence', ['postgres evidence']],
  ['Postgres for operations', ['postgres operations']],
  ['Postgres for the others, and its own processes', ['postgres rest']],
];

/**
 * Target 15: user and system time of all processes per upload intent, until its events are applied. The time of the
 * platform without requests, measured in the same round, is subtracted.
 */
export const intents: Bench = {
  name: 'intents',
  title: 'Processor time of an upload intent',
  async run(report) {
    const tools = await ensureTools({ wrk: { apt: 'wrk' }, taskset: { apt: 'util-linux' } }, () => {});
    const folder = temporaryDataDir('trust-bench');
    await using opened = new AsyncDisposableStack();
    opened.defer(() => rmSync(folder, { recursive: true, force: true }));
    const stage = opened.use(await openStage(folder));
    const { evidence, operations } = stage.settings.owners;
    const published = opened.use(await openDatabase(evidence.DATABASE_OWNER_URL));
    const received = opened.use(await openDatabase(operations.DATABASE_OWNER_URL));
    const world: World = {
      folder,
      created: () => count(published.client, createdIntents),
      applied: () => count(received.client, appliedIntents),
    };
    const requests = creations(stage);
    const atOnce = () => wrk(tools.wrk, stage.url, requests, { seconds, folder, connections: clients });
    while ((await world.created()) < warmUpIntents) await atOnce();
    await settled(world);
    const figure = (what: string) => ({ number: '15', what, unit: 'ms' });
    await report.figures(
      [
        { ...figure(`all processes, ${clients} clients`), atMost: 8 },
        ...shares.map(([name]) => figure(`of it ${name}`)),
      ],
      () => costOf(world, atOnce),
    );
    await report.figures([figure(`all processes, ${perSecond} a second`)], () =>
      costOf(world, () => sendAtPace(stage, requests)),
    );
  },
};

const createdIntents = "select count(*) from outbox where aggregate = 'upload-intent'";
const appliedIntents = 'select least((select count(*) from upload_intent), (select count(*) from audit_entry))';

type World = { folder: string; created: () => Promise<number>; applied: () => Promise<number> };

/** Milliseconds per intent: the sum, then each of `shares`. */
async function costOf(world: World, send: () => Promise<unknown>): Promise<number[]> {
  const resting = timesOf(world);
  await delay(idleSeconds * 1000);
  const idle = difference(resting, timesOf(world));
  const [before, countBefore, start] = [timesOf(world), await world.created(), performance.now()];
  await send();
  await settled(world);
  const lasted = (performance.now() - start) / 1000;
  const spent = difference(before, timesOf(world));
  const intents = (await world.created()) - countBefore;
  const each = shares.map(([, parts]) =>
    parts.reduce(
      (sum, part) => sum + ((spent[part] ?? 0) - ((idle[part] ?? 0) * lasted) / idleSeconds) * (1000 / intents),
      0,
    ),
  );
  return [each.reduce((sum, one) => sum + one, 0), ...each];
}

/** Every intent has arrived in the audit chain and the queue of operations. */
async function settled({ created, applied }: World): Promise<void> {
  const expected = await created();
  await eventually('events are applied', async () => ((await applied()) >= expected ? true : undefined), 60_000);
}

function timesOf({ folder }: World): ProcessorTimes {
  const { evidence = 0, operations = 0, ...rest } = processorSecondsOfPostgres(folder);
  const others = Object.values(rest).reduce((sum, one) => sum + one, 0);
  return {
    ...processorSeconds(folder),
    'postgres evidence': evidence,
    'postgres operations': operations,
    'postgres rest': others,
  };
}

function difference(before: ProcessorTimes, after: ProcessorTimes): ProcessorTimes {
  return Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)]));
}

async function sendAtPace({ url }: Stage, requests: Request[]): Promise<void> {
  const run = Date.now();
  const sent: Promise<void>[] = [];
  for (; sent.length < perSecond * seconds * 2; await delay(1000 / perSecond)) {
    const number = `${run}-${sent.length}`;
    const { path, headers, body = '' } = requests[sent.length % requests.length] as Request;
    sent.push(
      fetch(url + path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': number },
        body: body.replace('{n}', number),
      }).then(async (response) => {
        if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      }),
    );
  }
  await Promise.all(sent);
}

async function count(client: Client, query: string): Promise<number> {
  const { rows } = await client.query({ text: query, rowMode: 'array' });
  return Number(rows[0]?.[0]);
}
