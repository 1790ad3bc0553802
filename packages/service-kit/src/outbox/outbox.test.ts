import { setTimeout as delay } from 'node:timers/promises';
import { event } from '@trust/contracts/event';
import { seededRandom } from '@trust/service-testing/seeded-random';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startChild } from '../../test/child.ts';
import { idsIn, openWorld, until } from '../../test/event-world.ts';
import { ownNats } from '../../test/own-nats.ts';
import { emit } from './outbox.ts';

test('E1: delivers committed events only', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const relay = await world.relay();
  const consumers = await world.consume();
  await db.transact(async (trx) => {
    await emit(trx, events.changed, { thing: 'a', value: 1 });
    await emit(trx, events.ignored, { thing: 'a', value: 2 });
    await emit(trx, events.changed, { thing: 'a', value: 3 });
    await emit(trx, events.noted, { value: 4 });
  });
  const refused = db.transact(async (trx) => {
    await emit(trx, events.changed, { thing: 'a', value: 5 });
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  await relay.drain();
  await until('it is being read', () => consumers.healthy());
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 3, changes: 2 }]);
  expect(await world.count('effect')).toBe(3);
  expect((await idsIn(world.bus, world.stream)).size).toBe(4);
});

test('E1: sends an event that commits after a later one was sent', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const relay = await world.relay();
  const [emitted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = db.transact(async (trx) => {
    await emit(trx, events.noted, { value: 1 });
    emitted.resolve();
    await released.promise;
  });
  await emitted.promise;
  await db.transact((trx) => emit(trx, events.noted, { value: 2 }));
  await relay.drain();
  released.resolve();
  await slow;
  await relay.drain();
  expect((await idsIn(world.bus, world.stream)).size).toBe(2);
});

test('E9: rejects an undeclared payload before it is stored', async () => {
  await using world = await openWorld();
  const surplus = { thing: 'a', value: 1, phone: '+4930123456' };
  await expect(world.db.transact((trx) => emit(trx, world.events.changed, surplus))).rejects.toThrow('phone');
  const large = event(`${world.publisher}.thing.grown.v1`, 'Too large for a message.', { text: z.string() });
  const huge = { text: 'x'.repeat(200_000) };
  await expect(world.db.transact((trx) => emit(trx, large, huge))).rejects.toThrow('over 163840 bytes');
  expect(await world.count('outbox')).toBe(0);
});

test('E3: numbers the events of an aggregate without gaps in commit order, with 16 writers and rollbacks', async () => {
  await using world = await openWorld({ connections: 16 });
  const { db, events } = world;
  const writes = Array.from({ length: 160 }, (_, value) =>
    db
      .transact(async (trx) => {
        await emit(trx, events.changed, { thing: 'contended', value });
        if (value % 5 === 0) throw new Error('rolled back');
      })
      .catch((error) => expect(error.message).toBe('rolled back')),
  );
  await Promise.all(writes);
  const { rows } = await sql<{ seq: string }>`select aggregate_seq as seq from outbox order by position`.execute(db);
  expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 128 }, (_, index) => index + 1));
});

// One to three events each, one in five rolled back.
const transactions = Number(process.env.E1_TRANSACTIONS ?? 1500);
const seed = 20261121;

test(
  `E1: nothing is lost and nothing invented while relays and nats-server are killed (seed ${seed})`,
  async () => {
    await using nats = await ownNats();
    await using world = await openWorld({ natsUrl: nats.url, connections: 8 });
    const { db, events, publisher, url } = world;
    const pick = seededRandom(seed);
    const faults = { relay: 0, nats: 0 };
    let written = 0;
    let calm = false;
    const isEnough = () => faults.relay >= 8 && faults.nats >= 10;

    async function write(): Promise<void> {
      while (written < transactions || !isEnough()) {
        // Keeps work in progress at every kill.
        if (written >= transactions) await delay(10);
        const value = written++;
        const [count, isAborted] = [1 + Math.floor(pick() * 3), pick() < 0.2];
        const work = db.transact(async (trx) => {
          for (let n = 0; n < count; n++) await emit(trx, events.changed, { thing: `${(value + n) % 200}`, value });
          if (isAborted) throw new Error('rolled back');
        });
        await work.catch((error) => expect(error.message).toBe('rolled back'));
      }
    }
    async function killRelays(): Promise<void> {
      while (!calm) {
        // The second takes over when the lock holder dies.
        const relays = await Promise.all(
          [1, 2].map(() => startChild('relay-child.ts', { url, natsUrl: nats.url, service: publisher })),
        );
        for (const relay of relays) {
          await delay(50 + pick() * 450);
          await relay.kill();
          faults.relay++;
        }
      }
    }
    async function killNats(): Promise<void> {
      while (!calm && faults.nats < 10) {
        await delay(150 + pick() * 300);
        nats.kill();
        faults.nats++;
        await until('nats-server is back', () =>
          world.bus.nc.rtt().then(
            () => true,
            () => false,
          ),
        );
      }
    }
    const chaos = Promise.all([killRelays(), killNats()]);
    try {
      await Promise.all(Array.from({ length: 8 }, write));
    } finally {
      calm = true;
      await chaos;
    }
    const relay = await world.relay();
    await relay.drain();

    const { rows } = await sql<{ id: string }>`select id from outbox`.execute(db);
    const inStream = await idsIn(world.bus, world.stream);
    const lost = rows.filter(({ id }) => !inStream.has(id)).length;
    const invented = inStream.size - (rows.length - lost);
    expect(rows.length).toBeGreaterThan(transactions);
    expect({ lost, invented }).toEqual({ lost: 0, invented: 0 });
  },
  90_000 * Math.max(1, transactions / 3000),
);
