import { headers } from '@nats-io/transport-node';
import { subjectsOf } from '@trust/contracts/event';
import { expect, test } from 'vitest';
import { openWorld, until } from '../../test/event-world.ts';
import { on, subscriptionsOf } from '../../test/events.ts';
import { emit } from '../outbox/outbox.ts';
import { durablesOf } from './durables.ts';

const plan = { service: 'reader', publisher: 'writer', aggregates: ['note', 'thing'] };
const serverOf = (version: string) => ({ nc: { info: { version } } }) as never;

test('uses one durable with a filter per aggregate from nats-server 2.10 on, before it one per aggregate', () => {
  const filters = ['writer.note.>', 'writer.thing.>'];
  for (const version of ['2.10.0', '2.12.1', '3.0.0'])
    expect(durablesOf(serverOf(version), plan)).toEqual([{ name: 'reader', stream: 'WRITER', filters }]);
  expect(durablesOf(serverOf('2.9.10'), plan)).toEqual([
    { name: 'reader_note', stream: 'WRITER', filters: ['writer.note.>'] },
    { name: 'reader_thing', stream: 'WRITER', filters: ['writer.thing.>'] },
  ]);
});

test('delivers all event types of the subscribed aggregates, and no other aggregates', async () => {
  await using world = await openWorld();
  const { db, bus, events, stream } = world;
  const consumers = await world.consume({ subscriptions: subscriptionsOf(events) });
  const relay = await world.relay();
  await db.transact(async (trx) => {
    for (let value = 1; value <= 10; value++) {
      await emit(trx, events.audited, { value });
      // An unhandled type of a numbered aggregate: without it there would be gaps.
      await emit(trx, value % 2 ? events.ignored : events.changed, { thing: 'a', value });
    }
  });
  await relay.drain();
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 10, changes: 5 }]);
  const infos = await Promise.all(consumers.durables.map(({ name }) => bus.jsm.consumers.info(stream, name)));
  expect(infos.reduce((sum, { delivered }) => sum + delivered.consumer_seq, 0)).toBe(10);
});

test('delivers a newly subscribed aggregate from the beginning of the stream', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const [changed, noted] = subscriptionsOf(events);
  if (!changed || !noted) throw new Error('two subscriptions');
  const relay = await world.relay();
  await db.transact(async (trx) => {
    await emit(trx, events.changed, { thing: 'a', value: 1 });
    await emit(trx, events.noted, { value: 2 });
  });
  await relay.drain();
  {
    await using before = await world.consume({ subscriptions: [changed] });
    await before.drain();
  }
  const after = await world.consume({ subscriptions: [changed, noted] });
  await until('it is being read', () => after.healthy());
  await after.drain();
  expect((await world.effects()).map(({ value }) => value)).toEqual([1, 2]);
});

test('takes the event type from the subject, not from the header', async () => {
  await using world = await openWorld();
  const { bus, events, publisher } = world;
  const subscriptions = [on(events.noted, () => Promise.reject(new Error('Another type was published.')))];
  const consumers = await world.consume({ subscriptions });
  const written = headers();
  written.set('ce-type', events.noted.type);
  await world.relay();
  await bus.js.publish(subjectsOf(publisher, 'note').replace('>', 'other.v1'), '{"value": 1}', { headers: written });
  await consumers.drain();
  expect(await world.count('dead_letter')).toBe(0);
});
