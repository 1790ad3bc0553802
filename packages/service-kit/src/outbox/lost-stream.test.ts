import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { log, openWorld, until, type World } from '../../test/event-world.ts';
import { ownNats } from '../../test/own-nats.ts';
import { eventsReady } from '../listen.ts';
import { emit } from './outbox.ts';
import { startRelay } from './relay.ts';
import { watchStream } from './stream-watch.ts';

// Events wait for their predecessors as long as a busy machine needs to publish them again.
const settings = { ackWait: 1000, retry: 5, gapRetry: 50, gaps: 2000 };

async function emitFrom({ db, events }: World, from: number, to: number): Promise<void> {
  await db.transact(async (trx) => {
    for (let value = from; value <= to; value++) {
      await emit(trx, events.changed, { thing: `${value % 20}`, value });
      if (value % 10 === 0) await emit(trx, events.coded, { value });
    }
  });
}

async function expectComplete(world: World, upTo: number): Promise<void> {
  await until('every event has had its effect', async () => (await world.count('effect')) >= upTo);
  const things = await world.things();
  expect(things.map(({ changes }) => changes)).toEqual(Array.from({ length: 20 }, () => upTo / 20));
  expect(Math.max(...things.map(({ value }) => value))).toBe(upTo);
  expect(await world.count('effect')).toBe(upTo);
  expect(await world.count('dead_letter')).toBe(0);
}

test.each(['while the service is away', 'while the service runs'])(
  'E6 republishes all events once after the JetStream folder is deleted %s',
  async (when) => {
    const isAway = when.endsWith('away');
    await using nats = await ownNats();
    await using world = await openWorld({ natsUrl: nats.url });
    const { db, bus, publisher } = world;
    const errors: object[] = [];
    const watched = Object.assign(Object.create(log), { error: (fields: object) => errors.push(fields) });
    const start = () => startRelay(db, bus, { service: publisher, log: watched });
    let relay = await start();
    {
      await using consumers = await world.consume({ settings });
      await emitFrom(world, 1, 300);
      await until('all are sent', async () => (await unsent(world)) === 0);
      await consumers.drain();
    }
    await emitFrom(world, 301, 400);
    await until('all are sent', async () => (await unsent(world)) === 0);
    if (isAway) await relay[Symbol.asyncDispose]();

    await nats.stop();
    nats.wipe();
    await nats.start();
    await until('connected', () => bus.healthy());
    if (isAway) relay = await start();
    await using _relay = relay;
    const seen = new Set<unknown>();
    await until('it says so', async () => seen.add(await eventsReady(relay)()).has('degraded'));
    expect(errors).toContainEqual(expect.objectContaining({ reason: expect.stringMatching(/missing|behind/) }));
    await emitFrom(world, 401, 440);
    const consumers = await world.consume({ settings });
    await until('it says that all is well', () => !relay.degraded());
    await until('all are sent', async () => (await unsent(world)) === 0);
    await consumers.drain();
    await expectComplete(world, 440);
    const { rows } = await sql<{ lost_at: Date | null }>`select lost_at from stream_position`.execute(db);
    expect(rows).toEqual([{ lost_at: null }]);
  },
);

test('E6 detects a recreated stream by its sequence numbers, even with new messages', async () => {
  await using world = await openWorld();
  const { bus, stream } = world;
  const relay = await world.relay();
  await emitFrom(world, 1, 20);
  await relay.drain();
  await bus.jsm.streams.delete(stream);
  await until('it is made again', () => bus.jsm.streams.info(stream).then(Boolean, () => false));
  // More than were lost, so that the end of the stream shows nothing.
  await emitFrom(world, 21, 120);
  await relay.drain();
  const consumers = await world.consume({ settings });
  await expectComplete(world, 120);
  await consumers.drain();
});

test('E6 a stream is behind until its lost events are published, whatever its last sequence', async () => {
  await using world = await openWorld();
  const { db, bus, publisher } = world;
  {
    await using _relay = await startRelay(db, bus, { service: publisher, log });
    await emitFrom(world, 1, 20);
    await until('all are sent', async () => (await unsent(world)) === 0);
  }
  await using watch = watchStream(db, bus, { service: publisher, log, interval: 3_600_000 });
  const conditionWith = async (lostAt: Date | null) => {
    await sql`update stream_position set lost_at = ${lostAt}`.execute(db);
    await watch.check();
    return watch.condition();
  };
  expect(await conditionWith(new Date())).toBe('behind');
  expect(await conditionWith(null)).toBe('current');
});

test('E6 does not treat expired messages as lost', async () => {
  await using world = await openWorld();
  const { bus, stream } = world;
  const relay = await world.relay();
  await emitFrom(world, 1, 40);
  await relay.drain();
  await bus.jsm.streams.purge(stream);
  await emitFrom(world, 41, 60);
  await relay.drain();
  const { state } = await bus.jsm.streams.info(stream);
  expect(state).toMatchObject({ messages: 20, last_seq: 60 });
});

async function unsent({ db }: World): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox where sent_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}
