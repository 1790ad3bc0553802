import { setTimeout as delay } from 'node:timers/promises';
import { streamOf } from '@trust/contracts/event';
import { gatewayProof } from '@trust/service-testing/gateway';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freePort } from '../../../deploy/local/ports.ts';
import { type Child, startChild } from '../test/child.ts';
import { idsIn, openWorld, until, type World } from '../test/event-world.ts';
import { CommonConfig } from './config.ts';

async function startServed(world: World, { wait = 0, deadline = 24_000 } = {}) {
  const { url, natsUrl, publisher } = world;
  const port = await freePort();
  const child = await startChild('served-child.ts', { url, natsUrl, publisher, port, wait, deadline });
  const base = `http://127.0.0.1:${port}`;
  const readyz = () =>
    fetch(`${base}/readyz`).then(
      ({ status }) => status,
      () => undefined,
    );
  await until('it is ready', async () => (await readyz()) === 200);
  const underWay = fetch(`${base}/api/v1/thing`, { method: 'PUT', headers: gatewayProof }).then(
    ({ status }) => status,
    () => 'lost',
  );
  await until('its request is under way', async () => (await waiting(world)) > 0);
  return { child, readyz, underWay };
}

async function waiting({ db }: World): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and query like '%''go on''%' and pid <> pg_backend_pid()`.execute(
    db,
  );
  return rows.length;
}

const exitOf = async ({ exited }: Child) => (await exited) as [code: number | null, signal: string | null];

test('L6 after the signal: not ready, accepts nothing new, finishes requests and events, exits with 0', async () => {
  await using world = await openWorld();
  const { child, readyz, underWay } = await startServed(world, { wait: 1500 });
  await using _child = child;
  child.signal('SIGTERM');
  await until('it is not ready', async () => (await readyz()) === 503);
  await until('it takes no more', async () => (await readyz()) === undefined);

  // Published during the shutdown, for the next process.
  await world.bus.js.publish(`${world.publisher}.note.note.written.v1`, JSON.stringify({ value: 1 }));
  for (let look = 0; look < 10; look++) await delay(10);
  expect(await world.effects()).toEqual([]);
  expect(child.isRunning()).toBe(true);

  await sql`insert into inbox values ('go on', first_id(now()))`.execute(world.db);
  expect(await underWay).toBe(200);
  expect(await exitOf(child)).toEqual([0, null]);
  const { rows } = await sql`select from outbox where sent_at is null`.execute(world.db);
  expect([await world.count('outbox'), rows.length]).toEqual([1500, 0]);
  expect((await idsIn(world.bus, streamOf(world.publisher))).size).toBeGreaterThanOrEqual(1500);
  expect(await world.effects()).toEqual([]);

  await world.consume({ settings: { ackWait: 1000 } });
  await until('the next process has applied them all', async () => (await world.count('effect')) === 1501);
});

test('L6 a process that cannot finish exits within 25 s', async () => {
  await using world = await openWorld();
  const { child, underWay } = await startServed(world, { deadline: 500 });
  await using _child = child;
  child.signal('SIGTERM');
  // The request would time out after ten seconds, and the exit code be 0.
  expect(await exitOf(child)).toEqual([1, null]);
  expect(await underWay).toBe('lost');

  const setting = CommonConfig.shape.SHUTDOWN_DEADLINE_MS;
  expect(setting.parse(undefined)).toBeLessThan(25_000);
  expect(setting.safeParse(25_000).success).toBe(false);
});
