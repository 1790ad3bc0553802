import { expect, test } from 'vitest';
import { openWorld, type World } from '../../test/event-world.ts';
import type { App } from '../../test/events.ts';
import { emit } from '../outbox/outbox.ts';
import { projectionFor, saveState } from './projection.ts';

const projection = projectionFor<App>();

type Options = { newest?: 'value'; changes?: ['value'] };

/** Values below zero are not kept. */
const thingsOf = ({ events }: World, options: Options) =>
  projection({
    of: [events.changed],
    table: 'thing',
    key: 'thing',
    ...options,
    row: ({ thing, value }) => (value < 0 ? undefined : { thing, value, changes: value * 10 }),
  });

async function thingAfter(values: readonly number[], options: Options = {}) {
  await using world = await openWorld();
  const relay = await world.relay();
  for (const value of values) await world.db.transact((trx) => emit(trx, world.events.changed, { thing: 'a', value }));
  await relay.drain();
  const consumers = await world.consume({ subscriptions: thingsOf(world, options) });
  await consumers.drain();
  expect(await world.count('dead_letter')).toBe(0);
  return world.things();
}

test('E3 a projection keeps one row for each thing, at the state that was announced last', async () => {
  expect(await thingAfter([2, 3, 1])).toEqual([{ thing: 'a', value: 1, changes: 10 }]);
});

test('with `newest`, an older state changes nothing', async () => {
  expect(await thingAfter([2, 3, 1], { newest: 'value' })).toEqual([{ thing: 'a', value: 3, changes: 30 }]);
});

test('with `changes`, the other columns keep what was first announced', async () => {
  expect(await thingAfter([2, 3], { changes: ['value'] })).toEqual([{ thing: 'a', value: 3, changes: 20 }]);
});

test('a payload without a row changes nothing', async () => {
  expect(await thingAfter([2, -1])).toEqual([{ thing: 'a', value: 2, changes: 20 }]);
});

test('`saveState` says whether it changed anything', async () => {
  await using world = await openWorld();
  const save = (value: number) =>
    world.db.transact((trx) => saveState(trx, 'thing', { key: 'thing' }, { thing: 'a', value, changes: 0 }));
  expect([await save(1), await save(1), await save(2)]).toEqual([true, false, true]);
});
