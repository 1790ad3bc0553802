import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { log, openWorld } from '../test/event-world.ts';
import { startRelay } from './relay.ts';

const second = 1_000_000_000;

test.each<Partial<StreamConfig>>([
  { storage: StorageType.Memory },
  { retention: RetentionPolicy.Interest },
  { discard: DiscardPolicy.Old },
  { duplicate_window: second },
])('E7 in production a service does not start on a stream with %j, and says so', async (wrong) => {
  await using world = await openWorld();
  const { bus, db, stream, publisher } = world;
  const right = { discard: DiscardPolicy.New, duplicate_window: 600 * second };
  await bus.jsm.streams.add({ name: stream, subjects: [`${publisher}.>`], ...right, ...wrong });
  const starting = startRelay(db, bus, { service: publisher, log, mode: 'production' });
  await expect(starting).rejects.toThrow(`${Object.keys(wrong)[0]} of the stream ${stream} is`);
});

test('E7 a stream that the service makes is as it has to be, and one that forgets too early is mended', async () => {
  await using world = await openWorld();
  const { bus, db, stream, publisher } = world;
  const right = { discard: DiscardPolicy.New, duplicate_window: 600 * second };
  await bus.jsm.streams.add({ name: stream, subjects: [`${publisher}.>`], ...right, max_age: 3600 * second });
  for (let turn = 0; turn < 2; turn++) {
    await using _relay = await startRelay(db, bus, { service: publisher, log, mode: 'production' });
    expect((await bus.jsm.streams.info(stream)).config.max_age).toBe(14 * 24 * 3600 * second);
    await bus.jsm.streams.delete(stream);
  }
});
