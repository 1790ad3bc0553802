import { headers } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { openWorld } from '../../test/event-world.ts';
import { openPublisher } from './publisher.ts';

test('resolves with the position in the stream, and tells duplicates', async () => {
  await using world = await openWorld();
  const { bus, publisher, stream } = world;
  const written = headers();
  written.set('Nats-Msg-Id', 'one');
  const publish = () => bus.publish(`${publisher}.note.note.written.v1`, '{"value": 1}', written);
  expect(await publish()).toEqual({ stream, seq: 1 });
  expect(await publish()).toMatchObject({ seq: 1, duplicate: true });
});

test('rejects what JetStream refuses, and a subject of no stream', async () => {
  await using world = await openWorld();
  const { bus, publisher } = world;
  const written = headers();
  written.set('Nats-Expected-Stream', 'OTHER');
  const subject = `${publisher}.note.note.written.v1`;
  await expect(bus.publish(subject, '{}', written)).rejects.toThrow('expected stream does not match');
  await expect(bus.publish('of.no.stream', '{}', headers())).rejects.toThrow('no stream');
});

test('E1 rejects a message without an acknowledgement, and no other', async () => {
  await using world = await openWorld();
  const { bus, publisher } = world;
  bus.nc.subscribe('silent', { callback: () => {} });
  const publish = openPublisher(bus.nc, { inboxPrefix: `_INBOX_${publisher}`, timeoutMs: 100 });
  const silent = publish('silent', '{}', headers());
  const stored = publish(`${publisher}.note.note.written.v1`, '{}', headers());
  await expect(silent).rejects.toThrow('not acknowledged');
  expect(await stored).toMatchObject({ seq: 1 });
});

test('E1 rejects every message without an acknowledgement, also those sent while others wait', async () => {
  await using world = await openWorld();
  const { bus, publisher } = world;
  bus.nc.subscribe('silent', { callback: () => {} });
  const publish = openPublisher(bus.nc, { inboxPrefix: `_INBOX_${publisher}`, timeoutMs: 100 });
  let rejected = 0;
  const lose = () => void publish('silent', '{}', headers()).catch(() => (rejected += 1));
  const began = performance.now();
  lose();
  // The second expires after the first.
  while (performance.now() < began + 50) await publish(`${publisher}.note.note.written.v1`, '{}', headers());
  lose();
  await expect.poll(() => rejected, { timeout: 5000 }).toBe(2);
  lose();
  await expect.poll(() => rejected, { timeout: 5000 }).toBe(3);
});
