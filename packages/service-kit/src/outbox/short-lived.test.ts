import { shortLived } from '@trust/contracts/event';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld, until } from '../../test/event-world.ts';
import { on } from '../../test/events.ts';
import { emit } from './outbox.ts';

test('A1 deletes a short-lived event from the outbox if it cannot be sent in time', async () => {
  await using world = await openWorld({ isProvisioned: false });
  const { db, events } = world;
  await world.relay();
  await db.transact((trx) => emit(trx, events.coded, { value: 1 }));
  const { numAffectedRows } = await sql`
    update outbox set expires_at = clock_timestamp() where type = ${events.coded.type}`.execute(db);
  expect(numAffectedRows).toBe(1n);
  await until('it is deleted', async () => (await world.count('outbox')) === 0);
});

test('delivers a short-lived event once', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const subscriptions = [
    on(events.coded, async ({ value }, { trx, event: { id } }) => {
      await trx.insertInto('effect').values({ event_id: id, thing: null, value }).execute();
    }),
  ];
  const relay = await world.relay();
  const consumers = await world.consume({ subscriptions });
  await db.transact((trx) => emit(trx, events.coded, { value: 1 }));
  await relay.drain();
  await consumers.drain();
  expect((await world.effects()).map(({ value }) => value)).toEqual([1]);
});

test('A1 stores no payload of a parked short-lived event', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const subscriptions = [on(events.coded, () => Promise.reject(new Error('broken')))];
  const relay = await world.relay();
  const consumers = await world.consume({ subscriptions, settings: { retry: 2, attempts: 2 } });
  await db.transact((trx) => emit(trx, events.coded, { value: 1 }));
  await relay.drain();
  await consumers.drain();
  const { rows } = await sql`select type, payload from dead_letter`.execute(db);
  expect(rows).toEqual([{ type: events.coded.type, payload: '' }]);
});

test('rejects a short-lived event with an aggregate', async () => {
  await using world = await openWorld({ isProvisioned: false });
  expect(() => shortLived(world.events.changed)).toThrow('gaps');
});
