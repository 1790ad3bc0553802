import { test } from 'vitest';
import { openWorld, until } from '../test/event-world.ts';
import { emit } from './outbox.ts';

test('time', async () => {
  let t = performance.now();
  const lap = (what: string) => {
    const n = performance.now();
    console.log(what, Math.round(n - t));
    t = n;
  };
  {
    await using world = await openWorld();
    lap('world');
    const relay = await world.relay();
    lap('relay');
    const consumers = await world.consume({});
    lap('consume');
    await until('x', () => consumers.healthy());
    lap('healthy');
    await world.db.transact((trx) => emit(trx, world.events.noted, { value: 2 }));
    lap('emit');
    await relay.drain();
    lap('relay.drain');
    await consumers.drain();
    lap('consumers.drain');
    await consumers[Symbol.asyncDispose]();
    lap('dispose consumers');
    await relay[Symbol.asyncDispose]();
    lap('dispose relay');
    await world.bus[Symbol.asyncDispose]();
    lap('dispose bus');
    await world.db.destroy();
    lap('dispose db');
  }
});
