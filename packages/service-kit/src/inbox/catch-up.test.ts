import { setTimeout as delay } from 'node:timers/promises';
import { gatewayProof } from '@trust/service-testing/gateway';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freePort } from '../../../../deploy/local/ports.ts';
import { startChild } from '../../test/child.ts';
import { log, openWorld, until, type World } from '../../test/event-world.ts';
import { subscriptionsOf } from '../../test/events.ts';
import { emit } from '../outbox/outbox.ts';
import { startCatchUp } from './catch-up.ts';

/** An event in the stream, which no consumer can apply until the lock is released. */
async function sendOne(world: World) {
  const relay = await world.relay();
  await world.db.transact((trx) => emit(trx, world.events.changed, { thing: 'a', value: 1 }));
  await relay.drain();
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table effect in exclusive mode');
  return { release: () => client.end() };
}

test('A4 a service that starts answers 503 until it has applied the events that it missed', async () => {
  await using world = await openWorld();
  const { release } = await sendOne(world);
  const { url, natsUrl, publisher } = world;
  const port = await freePort();
  const settings = { url, natsUrl, publisher, port, wait: 0, deadline: 24_000, awaits: true };
  await using _child = await startChild('served-child.ts', settings);
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: gatewayProof });
  const isLive = () =>
    ask('/livez').then(
      ({ ok }) => ok,
      () => false,
    );
  await until('it listens', isLive);
  await until('the event waits for the lock', async () => {
    const waiting = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
    return waiting.rows.length > 0;
  });
  const thing = await ask('/api/v1/thing', 'PUT');
  expect([thing.status, thing.headers.get('retry-after'), await thing.json()]).toEqual([
    503,
    '1',
    expect.objectContaining({ detail: expect.stringMatching(/has just started/) }),
  ]);
  expect((await ask('/readyz')).status).toBe(503);
  expect((await ask('/openapi.json')).status).toBe(200);

  await release();
  await until('it is ready', async () => (await ask('/readyz')).status === 200);
  expect(await world.count('effect')).toBe(1);
  await sql`insert into inbox values ('go on', first_id(now()))`.execute(world.db);
  expect((await ask('/api/v1/thing', 'PUT')).status).toBe(200);
});

async function catchUpOf(world: World, { boundMs, awaited = subscriptionsOf(world.events) } = {} as Bounds) {
  const { reader: service, bus, events } = world;
  const warnings: unknown[] = [];
  const watched = Object.assign(Object.create(log), { warn: (...about: unknown[]) => void warnings.push(about) });
  const subscriptions = subscriptionsOf(events);
  const started = startCatchUp({ service, subscriptions, awaited, bus, log: watched, ...(boundMs && { boundMs }) });
  return Object.assign(started, { warnings });
}
type Bounds = { boundMs?: number; awaited?: ReturnType<typeof subscriptionsOf> };

test('A4 an event that nobody applies delays the answers for a bounded time only', async () => {
  await using world = await openWorld();
  const { release } = await sendOne(world);
  await using catchUp = await catchUpOf(world, { boundMs: 600 });
  await delay(300);
  expect(catchUp.refusal()).toMatchObject({ slug: 'unavailable' });
  await until('it gives up', catchUp.healthy, 5);
  expect(catchUp.refusal()).toBe(undefined);
  expect(catchUp.warnings).toMatchObject([[{ name: world.stream }, 'Events still waiting after start']]);
  await release();
});

test('a service that missed nothing, or awaits nothing, answers at once', async () => {
  await using world = await openWorld();
  await world.consume();
  await using caughtUp = await catchUpOf(world);
  await until('it answers', caughtUp.healthy, 5);
  const { release } = await sendOne(world);
  await using awaitsNothing = await catchUpOf(world, { awaited: [] });
  await until('it answers', awaitsNothing.healthy, 1);
  expect(caughtUp.healthy()).toBe(true);
  expect([...caughtUp.warnings, ...awaitsNothing.warnings]).toEqual([]);
  await release();
});
