import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { shortLivedStreamOf } from '@trust/contracts/event';
import { provision, streamsFor } from '@trust/service-admin/provision-streams';
import { expect, test } from 'vitest';
import { log, openWorld, until } from '../../test/event-world.ts';
import { eventsReady } from '../listen.ts';
import { emit } from './outbox.ts';
import { startRelay } from './relay.ts';

const second = 1_000_000_000;

test.each<Partial<StreamConfig>>([
  { storage: StorageType.Memory },
  { retention: RetentionPolicy.Interest },
  { discard: DiscardPolicy.Old },
  { duplicate_window: second },
  { max_age: 3600 * second },
])('E7 in production a service refuses to start with the stream setting %j', async (wrong) => {
  await using world = await openWorld({ isProvisioned: false });
  const { bus, db, stream, publisher } = world;
  const right = { discard: DiscardPolicy.New, duplicate_window: 600 * second, max_age: 14 * 24 * 3600 * second };
  await bus.jsm.streams.add({ name: stream, subjects: [`${publisher}.>`], ...right, ...wrong });
  const starting = startRelay(db, bus, { service: publisher, log, mode: 'production' });
  await expect(starting).rejects.toThrow(`${Object.keys(wrong)[0]} of the stream ${stream} is`);
});

test('E7 provisioning creates correct streams and repairs retention and subjects', async () => {
  await using world = await openWorld({ isProvisioned: false });
  const { bus, db, stream, publisher } = world;
  const plan = { streams: streamsFor([`${publisher}.thing.thing.changed.v1`]), consumers: [] };
  expect(await provision(bus, plan)).toEqual([`stream ${stream} created`]);
  expect(await provision(bus, plan)).toEqual([]);
  await bus.jsm.streams.update(stream, { max_age: 3600 * second, subjects: [`${publisher}.>`] });
  expect(await provision(bus, plan)).toEqual([`stream ${stream} updated`]);
  const { config } = await bus.jsm.streams.info(stream);
  expect(config).toMatchObject({ max_age: 14 * 24 * 3600 * second, subjects: [`${publisher}.thing.>`] });
  await using _relay = await startRelay(db, bus, { service: publisher, log, mode: 'production' });
});

test('E7 a stream that should have three copies is not created on a single server with one', async () => {
  await using world = await openWorld({ isProvisioned: false });
  const { bus, stream, publisher } = world;
  const plan = { streams: streamsFor([`${publisher}.thing.thing.changed.v1`]), consumers: [] };
  await expect(provision(bus, { ...plan, replicas: 3 })).rejects.toThrow(/replicas/);
  await expect(bus.jsm.streams.info(stream)).rejects.toThrow(/not found/);
});

test('E6 a service without its stream is degraded and sends once the stream exists', async () => {
  await using world = await openWorld({ isProvisioned: false });
  const { bus, db, publisher, events, stream } = world;
  await using relay = await startRelay(db, bus, { service: publisher, log, mode: 'production' });
  const ready = eventsReady(relay);
  await db.transact((trx) => emit(trx, events.noted, { value: 1 }));
  await until('it is noticed', async () => (await ready()) === 'degraded');
  await provision(bus, { streams: streamsFor([`${publisher}.note.note.written.v1`]), consumers: [] });
  await until('it is sent', async () => (await bus.jsm.streams.info(stream)).state.messages === 1);
  await until('it says so', async () => (await ready()) === undefined);
});

test('A1 publishes a short-lived event once, to a stream of ten minutes, and deletes it from the outbox', async () => {
  await using world = await openWorld();
  const { bus, db, publisher, events, stream } = world;
  const relay = await world.relay();
  await db.transact(async (trx) => {
    await emit(trx, events.coded, { value: 1 });
    await emit(trx, events.noted, { value: 2 });
  });
  await relay.drain();
  const shortLived = await bus.jsm.streams.info(shortLivedStreamOf(publisher));
  expect(shortLived.config.max_age).toBe(600 * second);
  expect([shortLived.state.messages, (await bus.jsm.streams.info(stream)).state.messages]).toEqual([1, 1]);
  expect(await world.count('outbox')).toBe(1);
  const republished = await bus.nc.request(`events.${publisher}.republish`, '{"since":"2026-01-01T00:00:00Z"}');
  expect(republished.json()).toEqual({ answer: 1 });
  const { state } = await bus.jsm.streams.info(shortLivedStreamOf(publisher));
  expect(state.messages).toBe(1);
});
