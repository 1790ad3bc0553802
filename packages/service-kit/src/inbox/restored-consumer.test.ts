import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld, until, type World } from '../../test/event-world.ts';
import { subscriptionsOf } from '../../test/events.ts';
import { emit } from '../outbox/outbox.ts';
import { republish } from '../outbox/publish.ts';
import { discard, redrive } from './dead-letter.ts';
import { bindHandler } from './subscription.ts';

const settings = { ackWait: 1000, retry: 2, gapRetry: 20, gaps: 3 };
const tables = ['effect', 'thing', 'inbox', 'inbox_position'] as const;

async function emitUpTo({ db, events }: World, from: number, to: number): Promise<void> {
  await db.transact(async (trx) => {
    for (let value = from; value <= to; value++) await emit(trx, events.changed, { thing: `${value % 5}`, value });
  });
}

/** Backs up a consumer's tables; the result restores them. */
async function backUp({ db }: World): Promise<() => Promise<void>> {
  const copies = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      return { table, text: JSON.stringify(rows) };
    }),
  );
  return () =>
    db.transact(async (trx) => {
      for (const { table, text } of copies) {
        await sql`delete from ${sql.table(table)}`.execute(trx);
        await sql`insert into ${sql.table(table)} overriding system value
          select * from jsonb_populate_recordset(null::${sql.table(table)}, ${text}::jsonb)`.execute(trx);
      }
    });
}

/** A consumer restored from a backup, with 10 newer events. */
async function restored(world: World) {
  const relay = await world.relay();
  await emitUpTo(world, 1, 20);
  await relay.drain();
  let restore = async () => {};
  {
    await using before = await world.consume({ settings });
    await before.drain();
    restore = await backUp(world);
    await emitUpTo(world, 21, 50);
    await relay.drain();
    await before.drain();
  }
  await restore();
  const consumers = await world.consume({ settings });
  await emitUpTo(world, 51, 60);
  await relay.drain();
  await until('they are parked', async () => (await world.count('dead_letter')) === 10);
  await consumers.drain();
  return consumers;
}

const openOnes = async (world: World) => (await world.parked()).filter(({ redriven_at }) => !redriven_at).length;

test('E6 a restored consumer holds events without predecessors; republish applies all in order, once', async () => {
  await using world = await openWorld();
  const consumers = await restored(world);
  expect((await world.parked()).map(({ reason }) => reason)).toEqual(Array(10).fill('missing_predecessor'));
  expect((await world.things()).map(({ value }) => value).sort((a, b) => a - b)).toEqual([16, 17, 18, 19, 20]);

  await republish(world.db, world.bus, { since: new Date(0) });
  await consumers.drain();
  expect(await openOnes(world)).toBe(0);
  expect((await world.things()).map(({ value, changes }) => [value, changes])).toEqual(
    [60, 56, 57, 58, 59].map((value) => [value, 12]),
  );
  expect((await world.effects()).map(({ value }) => value).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, n) => n + 1),
  );
});

test('E4 a held event with lost predecessors is applied or discarded by id, and the aggregate continues', async () => {
  await using world = await openWorld();
  const consumers = await restored(world);
  const { db } = world;
  const handlers = subscriptionsOf(world.events).map((one) => bindHandler(one, world.app));
  const reason = expect.stringContaining('missing');
  expect(await redrive(db, handlers)).toMatchObject({ applied: 0, failed: Array(5).fill({ reason }) });

  const { rows } = await sql<{ event_id: string; thing: string; value: number }>`
    select event_id, payload::jsonb ->> 'thing' as thing, (payload::jsonb ->> 'value')::int as value
    from dead_letter order by 3`.execute(db);
  const [named, discarded, ...others] = rows.slice(0, 5);
  expect(await redrive(db, handlers, { eventId: named?.event_id ?? '' })).toEqual({ applied: 1, failed: [] });
  await discard(db, 'webhooks', { eventId: discarded?.event_id ?? '', reason: 'It is gone.', at: new Date() });
  for (const { event_id } of others) await redrive(db, handlers, { eventId: event_id });
  expect(await redrive(db, handlers)).toEqual({ applied: 5, failed: [] });
  await emitUpTo(world, 61, 65);
  await until('the aggregates go on', async () => (await world.things()).every(({ value }) => value > 60));
  await consumers.drain();
  expect((await world.effects()).map(({ value }) => value)).not.toContain(discarded?.value);
});
