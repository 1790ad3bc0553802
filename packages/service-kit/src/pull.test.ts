import { expect, test } from 'vitest';
import { openWorld, until, type World } from '../test/event-world.ts';
import { ownNats } from '../test/own-nats.ts';
import { emit } from './outbox.ts';

const pace = { ackWait: 1000, heartbeat: 500, retry: 5, gapRetry: 50 };

async function emitNext(world: World, value: number): Promise<void> {
  await world.db.transact((trx) => emit(trx, world.events.changed, { thing: 'a', value }));
}

/** A world that has applied one event, and the fault that then comes. */
async function applyOne(world: World) {
  const relay = await world.relay();
  const consumers = await world.consume({ pace });
  await emitNext(world, 1);
  await until('one is applied', async () => (await world.count('effect')) === 1);
  expect(consumers.healthy()).toBe(true);
  return { relay, consumers };
}

test.concurrent('E5: a deleted durable is noticed, made again, and nothing is lost or done twice', async () => {
  await using world = await openWorld();
  const { relay, consumers } = await applyOne(world);
  await world.bus.jsm.consumers.delete(world.stream, 'reader');
  await until('it is noticed', () => !consumers.healthy());
  await emitNext(world, 2);
  await relay.drain();
  await until('it reads again', () => consumers.healthy());
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 2, changes: 2 }]);
});

test.concurrent('E5: a deleted stream is noticed and made again', async () => {
  await using world = await openWorld();
  const { consumers } = await applyOne(world);
  await world.bus.jsm.streams.delete(world.stream);
  await until('it is noticed', () => !consumers.healthy());
  await emitNext(world, 2);
  await until('the next one is applied', async () => (await world.count('effect')) === 2);
  expect(consumers.healthy()).toBe(true);
});

test.concurrent('E5: nats-server may be down for a while', async () => {
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  const { consumers } = await applyOne(world);
  await nats.stop();
  await until('it is noticed', () => !consumers.healthy() && !world.bus.healthy());
  await emitNext(world, 2);
  expect(await world.count('effect')).toBe(1);
  await nats.start();
  await until('the next one is applied', async () => (await world.count('effect')) === 2);
  await until('it reads again', () => consumers.healthy());
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 2, changes: 2 }]);
});

test.concurrent('E5: a nats-server that hangs is noticed by its missing heartbeats', async () => {
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
