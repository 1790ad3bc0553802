import { expect, test } from 'vitest';
import { openWorld } from '../../test/event-world.ts';
import type { App, Events } from '../../test/events.ts';
import { emit } from '../outbox/outbox.ts';
import { projectionFor } from './projection.ts';

const projection = projectionFor<App>();

/** `value` stands for the time of the state; each written row leaves an effect. */
const thingsOf = ({ changed }: Events, newest?: 'value') =>
  projection({
    of: [changed],
    table: 'thing',
    key: 'thing',
    row: ({ thing, value }) => ({ thing, value, changes: value * 10 }),
    ...(newest && { newest }),
    after: (trx, { value }) =>
      trx
        .insertInto('effect')
        .values({ event_id: '00000000-0000-7000-8000-000000000000', thing: null, value })
        .execute(),
  });

async function apply(newest: 'value' | undefined, values: readonly number[]) {
  await using world = await openWorld();
  const relay = await world.relay();
  for (const value of values) await world.db.transact((trx) => emit(trx, world.events.changed, { thing: 'a', value }));
  await relay.drain();
  const consumers = await world.consume({ subscriptions: thingsOf(world.events, newest) });
  await consumers.drain();
  const effects = await world.effects();
  return { things: await world.things(), written: effects.map(({ value }) => value) };
}

test('E3 a projection keeps one row for each thing, at the state that was announced last', async () => {
  expect(await apply(undefined, [2, 3, 1])).toEqual({
    things: [{ thing: 'a', value: 1, changes: 10 }],
    written: [2, 3, 1],
  });
});

test('with `newest`, an older state writes nothing and has no effect', async () => {
  expect(await apply('value', [2, 3, 1])).toEqual({
    things: [{ thing: 'a', value: 3, changes: 30 }],
    written: [2, 3],
  });
});
