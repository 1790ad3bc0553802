import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { aggregate, event } from '@trust/contracts/event';
import { openBus } from '@trust/service-kit/bus/bus';
import { type Database, openDb } from '@trust/service-kit/database/db';
import { startConsumers } from '@trust/service-kit/inbox/consume';
import { onFor } from '@trust/service-kit/inbox/subscription';
import { openLog } from '@trust/service-kit/observability/log';
import { emit } from '@trust/service-kit/outbox/outbox';
import { startRelay } from '@trust/service-kit/outbox/relay';
import { sql } from 'kysely';
import { z } from 'zod';

/** Task of a benchmark process, which starts it on a message and responds with numbers. */
export type Task =
  | { task: 'relay' }
  | { task: 'consume'; count: number }
  | { task: 'publish'; count: number }
  | { task: 'write'; seconds: number; wakes: boolean }
  | { task: 'pace'; count: number; perSecond: number };

type Tables = { effect: { event_id: string; value: number }; business: { id: string } };

const thingChanged = event(
  'bench.thing.changed.v1',
  'For the benchmark.',
  { thing: z.string(), value: z.number(), at: z.number() },
  aggregate('thing', ({ thing }) => thing),
);

const [url = '', natsUrl = '', task = ''] = process.argv.slice(2);
const settings: Task = JSON.parse(task);
const db: Database<Tables> = openDb({ url, max: 16, connectTimeout: 30_000 });
const bus = await openBus({ url: natsUrl, name: settings.task });
const log = openLog('bench', 'warn');

process.once('message', async () => respond(await perform(settings)));
process.once('disconnect', () => process.exit());
respond([]);

function respond(numbers: number[]): void {
  process.send?.(numbers);
}

/** Milliseconds of the wall clock, finer than Date.now(). */
const now = () => performance.timeOrigin + performance.now();

async function perform(settings: Task): Promise<number[]> {
  if (settings.task === 'relay') return startRelay(db, bus, { service: 'bench', log }).then(() => []);
  if (settings.task === 'consume') return consume(settings.count);
  if (settings.task === 'publish') return publishOnly(settings.count);
  if (settings.task === 'write') return write(settings);
  return writeAtPace(settings);
}

/** Applies `count` events, one insert per batch; returns each one's milliseconds to commit. */
async function consume(count: number): Promise<number[]> {
  const times: number[] = [];
  let uncommitted: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const on = onFor<{ db: typeof db }>();
  const subscription = on.all(thingChanged, async (arrived, { trx }) => {
    const rows = arrived.map(({ payload, event }) => ({ event_id: event.id, value: payload.value }));
    const [ids, values] = [rows.map((row) => row.event_id), rows.map((row) => row.value)];
    await sql`insert into effect select * from unnest(${ids}::uuid[], ${values}::float[])`.execute(trx);
    for (const { payload } of arrived) uncommitted.push(payload.at);
  });
  db.onCommit(() => {
    const committed = now();
    for (const at of uncommitted) times.push(committed - at);
    uncommitted = [];
    if (times.length >= count) resolve();
  });
  await startConsumers({ service: 'reader', subscriptions: [subscription], app: { db }, db, bus, log });
  await promise;
  return times;
}

/** Publishes in windows of 500 with the client's default options; returns the seconds. */
async function publishOnly(count: number): Promise<number[]> {
  await bus.jsm.streams.add({ name: 'REFERENCE', subjects: ['reference.>'] });
  const js = jetstream(await connect({ servers: natsUrl }));
  const start = now();
  for (let sent = 0; sent < count; sent += 500) {
    const window = Array.from({ length: 500 }, (_, n) =>
      js.publish('reference.thing', `{"thing": "${n}", "value": ${sent}, "at": 0}`, { msgID: randomUUID() }),
    );
    await Promise.all(window);
  }
  return [(now() - start) / 1000];
}

/** 16 writers, each transaction with a row and an event; returns transactions per second. */
async function write({ seconds, wakes }: { seconds: number; wakes: boolean }): Promise<number[]> {
  // Another connection has the relay's lock, so this relay only sends wake-ups after commits.
  if (wakes) await startRelay(db, bus, { service: 'bench', log });
  const end = now() + seconds * 1000;
  let count = 0;
  const writer = async () => {
    for (; now() < end; count++) await writeOne(`${count % 1000}`);
  };
  await Promise.all(Array.from({ length: 16 }, writer));
  return [count / seconds];
}

async function writeAtPace({ count, perSecond }: { count: number; perSecond: number }): Promise<number[]> {
  await startRelay(db, bus, { service: 'bench', log });
  const start = now();
  const writes: Promise<void>[] = [];
  while (writes.length < count) {
    const due = Math.min(count, ((now() - start) * perSecond) / 1000);
    while (writes.length < due) writes.push(writeOne(`${writes.length % 1000}`));
    await delay(1);
  }
  await Promise.all(writes);
  return [];
}

async function writeOne(thing: string): Promise<void> {
  await db.transact(async (trx) => {
    await sql`insert into business (id) values (${randomUUID()})`.execute(trx);
    await emit(trx, thingChanged, { thing, value: 1, at: now() });
  });
}
