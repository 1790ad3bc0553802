import { randomUUIDv7 } from 'node:crypto';
import type { JsMsg } from '@nats-io/jetstream';
import { aggregateOf, subjectOf } from '@trust/contracts/event';
import { seededRandom } from '@trust/service-testing/seeded-random';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startChild } from '../../test/child.ts';
import { openWorld, until, type World } from '../../test/event-world.ts';
import { on, subscriptionsOf } from '../../test/events.ts';
import type { DeathAt } from '../../test/mortal-database.ts';
import { openBus } from '../bus/bus.ts';
import { openLog } from '../observability/log.ts';
import type { Envelope, OutboxRow } from '../outbox/envelope.ts';
import { emit } from '../outbox/outbox.ts';
import { publish, republish } from '../outbox/publish.ts';
import { applyBatch, type Delivery } from './inbox.ts';
import { bindHandler, type Handler } from './subscription.ts';

const settings = { ackWait: 1000, retry: 5, gapRetry: 50 };

async function emitMany(world: World, count: number, things = 10): Promise<void> {
  await world.db.transact(async (trx) => {
    for (let value = 1; value <= count; value++) {
      await emit(trx, world.events.changed, { thing: `${value % things}`, value });
    }
  });
}

async function isInOrder(world: World): Promise<boolean> {
  const last = new Map<string | null, number>();
  for (const { thing, value } of await world.effects()) {
    if (value <= (last.get(thing) ?? 0)) return false;
    last.set(thing, value);
  }
  return true;
}

test.concurrent.each<DeathAt>(['before-insert', 'before-commit', 'after-commit', 'after-ack'])(
  'E2: a consumer killed %s has one effect',
  async (dieAt) => {
    await using world = await openWorld();
    const { db, events, publisher, url, natsUrl } = world;
    const relay = await world.relay();
    await db.transact((trx) => emit(trx, events.changed, { thing: 'a', value: 1 }));
    await relay.drain();
    await using child = await startChild('consumer-child.ts', { url, natsUrl, publisher, settings, dieAt });
    await child.exited;
    expect(await world.count('effect')).toBe(dieAt.startsWith('after') ? 1 : 0);
    const consumers = await world.consume({ settings });
    await consumers.drain();
    expect(await world.things()).toEqual([{ thing: 'a', value: 1, changes: 1 }]);
    expect(await world.count('dead_letter')).toBe(0);
  },
);

test('E2: five deliveries of each message to four workers have one effect', async () => {
  await using world = await openWorld({ connections: 8 });
  await emitMany(world, 100);
  const relay = await world.relay();
  await relay.drain();
  for (let round = 0; round < 4; round++) await republish(world.db, world.bus, { since: new Date(0) });
  expect((await world.bus.jsm.streams.info(world.stream)).state.messages).toBe(500);
  await using buses = new AsyncDisposableStack();
  const workers = [];
  for (let n = 0; n < 4; n++) {
    const bus = buses.use(await openBus({ url: world.natsUrl, name: `worker-${n}` }));
    workers.push(await world.consume({ bus, settings: { ...settings, batch: 20 } }));
  }
  await Promise.all(workers.map((worker) => worker.drain()));
  expect(await world.count('effect')).toBe(100);
  expect(await isInOrder(world)).toBe(true);
  expect(await world.count('dead_letter')).toBe(0);
});

test.concurrent('E2: a relay killed before marking an event repeats it after the deduplication window, applied once', async () => {
  await using world = await openWorld();
  const { db, events, publisher, stream, url, natsUrl, bus } = world;
  const second = 1_000_000_000;
  await bus.jsm.streams.update(stream, { duplicate_window: second });
  await db.transact((trx) => emit(trx, events.changed, { thing: 'a', value: 1 }));
  await using child = await startChild('relay-child.ts', { url, natsUrl, service: publisher, dieAfterAck: true });
  await child.exited;
  const firstAt = (await bus.jsm.streams.info(stream)).state.last_ts;
  await until('the window is over', () => Date.now() > new Date(firstAt).getTime() + 1500);
  const relay = await world.relay();
  await relay.drain();
  expect((await bus.jsm.streams.info(stream)).state.messages).toBe(2);
  const consumers = await world.consume({ settings });
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 1, changes: 1 }]);
});

test('E3: applies the events of an aggregate in order when they arrive shuffled and twice', async () => {
  await using world = await openWorld();
  await emitMany(world, 60, 6);
  const { rows } = await sql<OutboxRow>`
    select id, type, aggregate, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at from outbox`.execute(
    world.db,
  );
  const pick = seededRandom(7);
  const shuffled = [...rows, ...rows].map((row, n) => ({ row, n, key: pick() })).sort((a, b) => a.key - b.key);
  const consumers = await world.consume({ settings: { ...settings, batch: 20 } });
  await until('it is being read', () => consumers.healthy());
  for (const { row, n } of shuffled) await publish(world.bus, row, `${n}`);
  await consumers.drain();
  expect(await isInOrder(world)).toBe(true);
  expect((await world.things()).map(({ value, changes }) => ({ value, changes }))).toEqual(
    [60, 55, 56, 57, 58, 59].map((value) => ({ value, changes: 10 })),
  );
  expect(await world.count('dead_letter')).toBe(0);
});

test('E3: a retried event delays later events of its aggregate only', async () => {
  await using world = await openWorld();
  let failures = 0;
  const subscriptions = subscriptionsOf(world.events).map(({ type, handle }) =>
    on(type, async (payload, { trx, event }, app) => {
      const { thing, value } = payload as { thing: string; value: number };
      if (thing === '1' && value === 11 && failures++ < 4) throw new Error('not yet');
      await handle([{ payload, event }], { trx }, app);
    }),
  );
  await emitMany(world, 60);
  const relay = await world.relay();
  const consumers = await world.consume({ subscriptions, settings });
  await relay.drain();
  await consumers.drain();
  expect(failures).toBe(5);
  expect(await isInOrder(world)).toBe(true);
  expect(await world.count('effect')).toBe(60);
  const values = (await world.effects()).map(({ value }) => value);
  expect(values.indexOf(60)).toBeLessThan(values.indexOf(11));
});

test('E3: parks an event without its predecessor, applies later ones, but never the late predecessor', async () => {
  await using world = await openWorld();
  await emitMany(world, 3, 1);
  const { rows } = await sql<OutboxRow>`
    select id, type, aggregate, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at from outbox order by position`.execute(
    world.db,
  );
  const consumers = await world.consume({ settings: { ...settings, gaps: 3 } });
  await until('it is being read', () => consumers.healthy());
  const [first, second, third] = rows;
  if (!first || !second || !third) throw new Error('three events');
  await publish(world.bus, second, 'second');
  await until('the gap is parked', async () => (await world.count('dead_letter')) === 1);
  await publish(world.bus, third, 'third');
  await publish(world.bus, first, 'first');
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: '0', value: 3, changes: 1 }]);
  expect((await world.parked()).map(({ reason }) => reason)).toEqual(['sequence_gap', 'late']);
});

test('E3: passes events to a batch handler once and in order', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const sizes: number[] = [];
  const [changed] = subscriptionsOf(events);
  const noted = on.all(events.noted, async (arrived, { trx }) => {
    sizes.push(arrived.length);
    const values = arrived.map(({ payload, event }) => ({ event_id: event.id, thing: null, value: payload.value }));
    await trx.insertInto('effect').values(values).execute();
  });
  await db.transact(async (trx) => {
    for (let value = 1; value <= 30; value++) {
      if (value % 10 === 0) await emit(trx, events.changed, { thing: 'a', value });
      else await emit(trx, events.noted, { value });
    }
  });
  const relay = await world.relay();
  await relay.drain();
  for (let round = 0; round < 2; round++) await republish(db, world.bus, { since: new Date(0) });
  const consumers = await world.consume({ subscriptions: changed ? [changed, noted] : [], settings });
  await consumers.drain();
  expect((await world.effects()).map(({ value }) => value).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, n) => n + 1),
  );
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(await world.count('dead_letter')).toBe(0);
});

test('E3: applies ordered events of a batch in order, and unordered ones of a batch handler at once', async () => {
  await using world = await openWorld();
  const applied: string[] = [];
  const note = (received: { payload: { value: number } }[]) =>
    applied.push(received.map(({ payload }) => payload.value).join(' '));
  const changed = bindHandler(
    on(world.events.changed, async (payload) => note([{ payload }])),
    world.app,
  );
  const noted = bindHandler(
    on.all(world.events.noted, async (received) => note(received)),
    world.app,
  );
  const deliver = (handler: Handler, n: number, own: Pick<Delivery, 'aggregate'> & Partial<Envelope>): Delivery => ({
    message: { info: { deliveryCount: 1 } } as JsMsg,
    headers: {},
    event: { id: randomUUIDv7(), type: handler.type.type, time: new Date(), ...own },
    ...(own.aggregate && { aggregate: own.aggregate }),
    payload: { thing: 'a', value: n },
    handler,
  });
  const aggregate = { aggregate: 'a', aggregateId: 'a' };
  await applyBatch(world.db, 'reader', [
    deliver(noted, 1, {}),
    deliver(changed, 2, { ...aggregate, sequence: 1 }),
    deliver(noted, 3, {}),
    deliver(changed, 4, { ...aggregate, sequence: 2 }),
    deliver(noted, 5, {}),
  ]);
  expect(applied).toEqual(['2', '4', '1 3 5']);
});

test('E4: parks invalid JSON and payloads and unknown versions; applies others, with unknown fields too', async () => {
  await using world = await openWorld();
  const { publisher, bus, events, db } = world;
  const relay = await world.relay();
  const consumers = await world.consume({ settings });
  await until('it is being read', () => consumers.healthy());
  const subject = subjectOf(events.noted.type, aggregateOf(events.noted));
  await bus.js.publish(subject, '{"value": ');
  await bus.js.publish(subject, '{"value": "one"}');
  await bus.js.publish(subject, '{"value": 1, "addedLater": true}');
  await bus.js.publish(subjectOf(`${publisher}.note.written.v2`, aggregateOf(events.noted)), '{}');
  await db.transact((trx) => emit(trx, events.noted, { value: 2 }));
  await relay.drain();
  await consumers.drain();
  expect((await world.effects()).map(({ value }) => value)).toEqual([1, 2]);
  const reasons = (await world.parked()).map(({ reason }) => reason.split(':')[0]);
  expect(reasons).toEqual(['bad_json', 'schema', 'unknown_version']);
});

test('E4: parks two failing events of 1,000 after eight attempts and applies the other 998', async () => {
  await using world = await openWorld();
  const subscriptions = subscriptionsOf(world.events).map(({ type, handle }) =>
    on(type, (payload, { trx, event }, app) => {
      const { value } = payload as { value: number };
      if (value === 600) throw new Error('poison');
      if (value === 601) return Promise.reject(new Error('poison'));
      return handle([{ payload, event }], { trx }, app);
    }),
  );
  await emitMany(world, 1000, 100);
  const relay = await world.relay();
  const lastAttempts = new Map<string, number>();
  const write = (line: string) => {
    const { eventId, attempt } = JSON.parse(line);
    if (attempt) lastAttempts.set(eventId, attempt);
  };
  // On a busy machine a batch takes longer than a second.
  const patient = { ...settings, ackWait: 30_000 };
  const consumers = await world.consume({ subscriptions, settings: patient, log: openLog('test', 'warn', { write }) });
  await relay.drain();
  await consumers.drain();
  expect(await world.count('effect')).toBe(998);
  expect((await world.parked()).map(({ reason }) => reason)).toEqual(Array(2).fill('handler: Error: poison'));
  expect([...lastAttempts.values()]).toEqual([8, 8]);
  expect(await isInOrder(world)).toBe(true);
}, 120_000);

test.concurrent('E4: parks only the event whose handler ends the process', async () => {
  await using world = await openWorld();
  const { publisher, url, natsUrl } = world;
  await emitMany(world, 40, 20);
  const relay = await world.relay();
  await relay.drain();
  const childOptions = { url, natsUrl, publisher, settings: { ...settings, ackWait: 500, attempts: 2 }, exitFor: 20 };
  let starts = 0;
  while ((await world.count('dead_letter')) === 0) {
    starts++;
    await using child = await startChild('consumer-child.ts', childOptions);
    await until('it has ended or parked', async () => !child.isRunning() || (await world.count('dead_letter')) > 0);
  }
  const consumers = await world.consume({ settings });
  await consumers.drain();
  expect(starts).toBe(4);
  expect((await world.parked()).map(({ reason }) => reason)).toEqual(['crash: the process ended in the handler']);
  expect(await world.count('effect')).toBe(39);
}, 120_000);

test('E4: does not count attempts during a database outage', async () => {
  await using world = await openWorld();
  const relay = await world.relay();
  await emitMany(world, 20);
  await relay.drain();
  const { db } = world;
  let refusals = 0;
  const transact = db.transact.bind(db);
  db.transact = async (work) => {
    if (refusals++ < 30) throw new Error('Connection terminated unexpectedly');
    return transact(work);
  };
  const consumers = await world.consume({ settings: { ...settings, retry: 2 } });
  await consumers.drain();
  expect(refusals).toBeGreaterThan(30);
  expect(await world.count('effect')).toBe(20);
  expect(await world.count('dead_letter')).toBe(0);
}, 120_000);
