import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { log, openWorld, until, type World } from '../../test/event-world.ts';
import { on } from '../../test/events.ts';
import { ownNats } from '../../test/own-nats.ts';
import { openBus } from '../bus/bus.ts';
import { eventsReady } from '../listen.ts';
import { emit } from '../outbox/outbox.ts';
import { defaultConsumerSettings } from './pull-consumer.ts';

const settings = { ackWait: 1000, heartbeat: 500, retry: 5, gapRetry: 50 };

async function emitNext(world: World, value: number): Promise<void> {
  await world.db.transact((trx) => emit(trx, world.events.changed, { thing: 'a', value }));
}

/** `isNoticed`: the consumers have since been unhealthy. */
async function applyOne(world: World) {
  const relay = await world.relay();
  const healthWhenNoticed: boolean[] = [];
  const watched = Object.assign(Object.create(log), { warn: () => healthWhenNoticed.push(consumers.healthy()) });
  const consumers = await world.consume({ settings, log: watched });
  await emitNext(world, 1);
  await until('one is applied', async () => (await world.count('effect')) === 1);
  // An applied event shows that its own reader works; healthy is a consumer whose readers all do.
  await until('it reads', () => consumers.healthy());
  healthWhenNoticed.length = 0;
  const warnings = () => healthWhenNoticed.length;
  return { relay, consumers, warnings, isNoticed: () => healthWhenNoticed.includes(false) };
}

test.concurrent('E5: recreates a deleted durable without losing or repeating an effect', async () => {
  await using world = await openWorld();
  const { relay, consumers, isNoticed } = await applyOne(world);
  await Promise.all(consumers.durables.map(({ stream, name }) => world.bus.jsm.consumers.delete(stream, name)));
  await until('it is noticed', isNoticed);
  await emitNext(world, 2);
  await relay.drain();
  await until('it reads again', () => consumers.healthy());
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 2, changes: 2 }]);
});

test.concurrent('E5: recreates a deleted stream', async () => {
  await using world = await openWorld();
  const { consumers, isNoticed } = await applyOne(world);
  await world.bus.jsm.streams.delete(world.stream);
  await until('it is noticed', isNoticed);
  await emitNext(world, 2);
  await until('the next one is applied', async () => (await world.count('effect')) === 2);
  await until('it reads again', () => consumers.healthy());
});

test.concurrent('E5 F2: resumes after an outage of nats-server, during which it is degraded and remains ready', async () => {
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  const { consumers } = await applyOne(world);
  const ready = eventsReady(world.bus, consumers);
  expect(await ready()).toBe(undefined);
  await nats.stop();
  await until('it is noticed', () => !consumers.healthy() && !world.bus.healthy());
  expect(await ready()).toBe('degraded');
  await expect(eventsReady(world.bus, consumers)()).rejects.toThrow('disconnected');
  await emitNext(world, 2);
  expect(await world.count('effect')).toBe(1);
  await nats.start();
  await until('the next one is applied', async () => (await world.count('effect')) === 2);
  await until('it reads again', () => consumers.healthy());
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 2, changes: 2 }]);
});

test.concurrent('E5: detects an unresponsive nats-server by missing heartbeats', async () => {
  // The server sends them at this interval; the client stops after two missed ones.
  expect(2 * defaultConsumerSettings.heartbeat).toBeLessThan(30_000);
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  const { consumers } = await applyOne(world);
  nats.signal('SIGSTOP');
  try {
    await until('it is noticed', () => !consumers.healthy());
    await emitNext(world, 2);
  } finally {
    nats.signal('SIGCONT');
  }
  await until('the next one is applied', async () => (await world.count('effect')) === 2);
  await until('it reads again', () => consumers.healthy());
  expect(await world.things()).toEqual([{ thing: 'a', value: 2, changes: 2 }]);
});

test.concurrent('E5: a consumer is unhealthy as long as its user may not request messages', async () => {
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  const { consumers, warnings } = await applyOne(world);
  nats.deny('$JS.API.CONSUMER.MSG.NEXT.>');
  await until('each reader has missed heartbeats', () => warnings() >= 4);
  const seen = new Set<boolean>();
  await until('they miss them again', () => seen.add(consumers.healthy()) && warnings() >= 8);
  expect([...seen]).toEqual([false]);
  await emitNext(world, 2);
  nats.deny('nothing');
  await until('the next one is applied', async () => (await world.count('effect')) === 2);
  await until('it reads again', () => consumers.healthy());
});

test.concurrent('E8: does not redeliver messages of slow handlers', async () => {
  await using world = await openWorld({ connections: 14 });
  // Ten workers hold all messages; most wait for others.
  const slow = { ackWait: 600, batch: 10 };
  const subscriptions = [
    on(world.events.noted, async ({ value }, { trx, event: { id } }) => {
      await delay(slow.ackWait * 2);
      await trx.insertInto('effect').values({ event_id: id, thing: null, value }).execute();
    }),
  ];
  await world.db.transact(async (trx) => {
    for (let value = 1; value <= 50; value++) await emit(trx, world.events.noted, { value });
  });
  await using buses = new AsyncDisposableStack();
  const workers = [];
  for (let n = 0; n < 10; n++) {
    const bus = buses.use(await openBus({ url: world.natsUrl, name: `worker-${n}` }));
    workers.push(await world.consume({ bus, subscriptions, settings: slow }));
  }
  const relay = await world.relay();
  await relay.drain();
  await Promise.all(workers.map((worker) => worker.drain()));
  expect(await world.count('effect')).toBe(50);
  const [durable] = workers[0]?.durables ?? [];
  const { delivered, num_redelivered } = await world.bus.jsm.consumers.info(world.stream, durable?.name ?? '');
  expect({ deliveries: delivered.consumer_seq, num_redelivered }).toEqual({ deliveries: 50, num_redelivered: 0 });
});

test('E3: a second batch begins while the first is applied, and waits for the events of its aggregates', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const release = Promise.withResolvers<void>();
  const begun: string[] = [];
  const subscription = on(events.changed, async ({ thing, value }) => {
    begun.push(`${thing}${value}`);
    if (begun.at(-1) === 'a1') await release.promise;
  });
  const relay = await world.relay();
  for (const [thing = '', value] of ['a1', 'b1', 'c1', 'd1', 'a2', 'e1']) {
    await db.transact((trx) => emit(trx, events.changed, { thing, value: Number(value) }));
    // Events of different aggregates are published at the same time, in any order.
    await relay.drain();
  }
  const consumers = await world.consume({ subscriptions: [subscription], settings: { ...settings, batch: 2 } });
  await until('a second batch has begun, and a later one waits for a lock', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0 && begun.includes('c1');
  });
  const beforeRelease = [...begun];
  release.resolve();
  expect(beforeRelease).not.toContain('a2');
  await consumers.drain();
  expect([...begun].sort()).toEqual(['a1', 'a2', 'b1', 'c1', 'd1', 'e1']);
});
