import { auditRecorded } from '@trust/contracts/events/any';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld, until, type World } from '../../test/event-world.ts';
import { on, subscriptionsOf } from '../../test/events.ts';
import type { AnyTrx } from '../database/transaction.ts';
import type { OutboxRow } from '../outbox/envelope.ts';
import { emit } from '../outbox/outbox.ts';
import { publish } from '../outbox/publish.ts';
import { discard, redrive } from './dead-letter.ts';
import { bindHandler } from './subscription.ts';

const settings = { ackWait: 1000, retry: 2, gapRetry: 20 };

/** Parks the events of one of two things. */
async function parkHalf(world: World): Promise<void> {
  const broken = subscriptionsOf(world.events).map(({ type, handle }) =>
    on(type, async (payload, { trx, event }, app) => {
      if ((payload as { thing: string }).thing === 'a') throw new Error('broken');
      await handle([{ payload, event }], { trx }, app);
    }),
  );
  await world.db.transact(async (trx) => {
    for (let value = 1; value <= 5; value++) {
      for (const thing of ['a', 'b']) await emit(trx, world.events.changed, { thing, value });
    }
  });
  const relay = await world.relay();
  const consumers = await world.consume({ subscriptions: broken, settings: { ...settings, attempts: 2 } });
  await relay.drain();
  await consumers.drain();
  expect(await world.count('dead_letter')).toBe(5);
  expect(await world.things()).toEqual([{ thing: 'b', value: 5, changes: 5 }]);
}

test('E4: redrive applies parked events in order and once, also in parallel', async () => {
  await using world = await openWorld();
  await parkHalf(world);
  const handlers = subscriptionsOf(world.events).map((one) => bindHandler(one, world.app));
  const both = await Promise.all([1, 2].map(() => redrive(world.db, handlers)));
  expect(both.flatMap(({ failed }) => failed)).toEqual([]);
  expect(both.reduce((sum, { applied }) => sum + applied, 0)).toBe(5);
  expect((await world.effects()).filter(({ thing }) => thing === 'a').map(({ value }) => value)).toEqual([
    1, 2, 3, 4, 5,
  ]);
  expect(await redrive(world.db, handlers)).toEqual({ applied: 0, failed: [] });
});

test('E4: a parked event that fails again stays parked, with the later ones of its aggregate', async () => {
  await using world = await openWorld();
  await parkHalf(world);
  const half = subscriptionsOf(world.events).map(({ type, handle }) =>
    on(type, async (payload, { trx, event }, app) => {
      if ((payload as { value: number }).value === 3) throw new Error('still broken');
      await handle([{ payload, event }], { trx }, app);
    }),
  );
  expect(
    await redrive(
      world.db,
      half.map((one) => bindHandler(one, world.app)),
    ),
  ).toMatchObject({
    applied: 2,
    failed: [{ reason: 'Error: still broken' }],
  });
  expect((await world.parked()).filter(({ redriven_at }) => !redriven_at)).toHaveLength(3);
});

test('E4: services handle status, redrive and republish requests over NATS', async () => {
  await using world = await openWorld();
  await parkHalf(world);
  const ask = async (service: string, question: string, input = {}) => {
    const reply = await world.bus.nc.request(`events.${service}.${question}`, JSON.stringify(input), { timeout: 5000 });
    return reply.json<{ answer: unknown }>().answer;
  };
  const eventIds = (await world.parked()).map(({ event_id }) => event_id);
  const { type } = world.events.changed;
  expect(await ask(world.publisher, 'status')).toEqual({
    unsentEvents: 0,
    audited: 0,
    oldestUnsentSeconds: null,
    deadLetters: 5,
    groups: [{ type, reason: 'handler', count: 5, eventIds }],
    parked: eventIds.map((eventId) => ({ eventId, type, parkedAt: expect.stringMatching(/Z$/) })),
    stream: 'current',
  });
  expect(await ask(world.reader, 'redrive')).toMatchObject({ applied: 0, failed: [{ reason: 'Error: broken' }] });
  expect(await ask(world.publisher, 'republish', { since: '2026-01-01T00:00:00Z' })).toBe(10);
});

test('E4: a discarded event is never applied, and the audit log says why', async () => {
  await using world = await openWorld();
  await parkHalf(world);
  const { db } = world;
  const [first] = await world.parked();
  const eventId = first?.event_id ?? '';
  const at = new Date();
  const give = () => discard(db, 'webhooks', { eventId, reason: 'The thing is gone.', at });
  expect([await give(), await give()]).toEqual([true, false]);
  const handlers = subscriptionsOf(world.events).map((one) => bindHandler(one, world.app));
  expect(await redrive(db, handlers)).toEqual({ applied: 4, failed: [] });
  expect((await world.effects()).filter(({ event_id }) => event_id === eventId)).toEqual([]);
  const { rows } = await sql<{ payload: object }>`
    select payload from outbox where type = ${auditRecorded.webhooks.type}`.execute(db);
  const before = { type: world.events.changed.type, parkedAs: 'handler' };
  expect(rows.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ action: 'discardEvent', objectId: eventId, reason: 'The thing is gone.', before }),
  ]);
});

test('E4: a gap before an unsubscribed type parks nothing; one that an older version parked is settled', async () => {
  await using world = await openWorld();
  const { db, events } = world;
  const rows: OutboxRow[] = await outboxAfter(world, async (trx) => {
    await emit(trx, events.ignored, { thing: 'a', value: 1 });
    await emit(trx, events.ignored, { thing: 'a', value: 2 });
    await emit(trx, events.changed, { thing: 'a', value: 3 });
  });
  const consumers = await world.consume({ settings: { ...settings, gaps: 3 } });
  await until('it is being read', () => consumers.healthy());
  for (const row of rows.slice(1)) await publish(world.bus, row, row.id);
  await consumers.drain();
  expect(await world.things()).toEqual([{ thing: 'a', value: 3, changes: 1 }]);
  expect(await world.count('dead_letter')).toBe(0);

  const { id, type, payload } = rows[1] ?? {};
  await sql`insert into dead_letter (consumer, event_id, type, headers, payload, reason)
    values (${world.reader}, ${id}, ${type}, '{}', ${payload}, 'sequence_gap')`.execute(db);
  const handlers = subscriptionsOf(events).map((one) => bindHandler(one, world.app));
  expect(await redrive(db, handlers)).toEqual({ applied: 1, failed: [] });
  expect(await redrive(db, handlers)).toEqual({ applied: 0, failed: [] });
});

async function outboxAfter({ db }: World, work: (trx: AnyTrx) => Promise<void>): Promise<OutboxRow[]> {
  await db.transact(work);
  const { rows } = await sql<OutboxRow>`
    select id, type, aggregate, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at
    from outbox order by position`.execute(db);
  return rows;
}
