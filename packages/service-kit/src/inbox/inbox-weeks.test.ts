import { randomUUIDv7 } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import { subjectOf } from '@trust/contracts/event';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld, type World } from '../../test/event-world.ts';
import { on, subscriptionsOf } from '../../test/events.ts';
import { publish } from '../outbox/publish.ts';
import { redrive } from './dead-letter.ts';
import { hasWeek } from './event-ids.ts';
import { bindHandler } from './subscription.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A UUID of version 7 of a time. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`;
}

function rowOf(world: World, id: string, value: number) {
  const { type } = world.events.changed;
  const payload = JSON.stringify({ thing: 'a', value });
  return {
    position: '1',
    id,
    type,
    aggregate: 'thing',
    aggregate_id: 'a',
    aggregate_seq: `${value}`,
    payload,
    headers: {},
    created_at: new Date(),
  };
}

test('E2 an event on either side of a boundary of weeks meets its first row when it is repeated', async () => {
  await using world = await openWorld();
  const { rows } = await sql<{ monday: Date }>`select week_of(now()) as monday`.execute(world.db);
  const monday = rows[0]?.monday as Date;
  const oldest = new Date(Date.now() - 30 * dayMs + 60_000);
  const ids = [oldest, ...[-1, 0, 1].map((ms) => new Date(monday.getTime() + ms))].map(idAt);
  const consumers = await world.consume();
  for (const round of ['first', 'again'])
    for (const [index, id] of ids.entries()) await publish(world.bus, rowOf(world, id, index + 1), `${id} ${round}`);
  await consumers.drain();
  expect((await world.effects()).map(({ value }) => value)).toEqual([1, 2, 3, 4]);
  const { rows: places } = await sql<{ week: string; n: number }>`
    select tableoid::regclass::text as week, count(*)::int as n from inbox group by 1 order by 1`.execute(world.db);
  expect(places.map(({ n }) => n)).toEqual([1, 1, 2]);
  expect(await world.parked()).toEqual([]);
});

test('E2 an event that is older than the inbox keeps is parked and applied by a redrive, never dropped', async () => {
  await using world = await openWorld();
  const [old, ahead] = [-31, 2].map((days) => idAt(new Date(Date.now() + days * dayMs)));
  const consumers = await world.consume();
  for (const [index, id] of [old, ahead].entries())
    await publish(world.bus, rowOf(world, id ?? '', index + 1), `${id}`);
  await publish(world.bus, rowOf(world, randomUUIDv7(), 3), 'next');
  await consumers.drain();
  expect((await world.effects()).map(({ value }) => value)).toEqual([3]);
  expect((await world.parked()).map(({ event_id, reason }) => [event_id, reason])).toEqual([
    [old, 'untimely_id'],
    [ahead, 'untimely_id'],
  ]);
  const handlers = subscriptionsOf(world.events).map((one) => bindHandler(one, world.app));
  expect(await redrive(world.db, handlers, {})).toEqual({ applied: 2, failed: [] });
  expect((await world.effects()).map(({ value }) => value)).toEqual([3, 1, 2]);
});

test('E3 an event with an old id that was held for its predecessor is redriven by name', async () => {
  await using world = await openWorld();
  // The week of a younger one may still exist.
  const id = idAt(new Date(Date.now() - 45 * dayMs));
  const consumers = await world.consume({ settings: { ackWait: 1000, gaps: 1, gapRetry: 20 } });
  await publish(world.bus, rowOf(world, randomUUIDv7(), 1), 'first');
  await publish(world.bus, rowOf(world, id, 3), 'third');
  await consumers.drain();
  expect(await world.parked()).toMatchObject([{ event_id: id, reason: 'missing_predecessor' }]);
  const handlers = subscriptionsOf(world.events).map((one) => bindHandler(one, world.app));
  expect(await redrive(world.db, handlers, { eventId: id })).toEqual({ applied: 1, failed: [] });
  expect((await world.effects()).map(({ value }) => value)).toEqual([1, 3]);
});

test('E4 a message without an id that fails is parked once, under one id at each delivery', async () => {
  await using world = await openWorld();
  const subscriptions = subscriptionsOf(world.events).map(({ type }) =>
    on(type, () => Promise.reject(new Error('never'))),
  );
  const payload = JSON.stringify({ thing: 'a', value: 1 });
  await world.bus.publish(subjectOf(world.events.changed.type, 'thing'), payload, headers());
  const consumers = await world.consume({ subscriptions, settings: { ackWait: 1000, retry: 5, attempts: 3 } });
  await consumers.drain();
  const [parked, ...others] = await world.parked();
  expect([parked?.reason, others.length]).toEqual(['handler: Error: never', 0]);
  expect(hasWeek(parked?.event_id ?? '', new Date())).toBe(true);
});
