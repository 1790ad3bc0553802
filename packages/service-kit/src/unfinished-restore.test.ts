import { gatewayProof } from '@trust/service-testing/gateway';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { freePort } from '../../../deploy/local/ports.ts';
import { startChild } from '../test/child.ts';
import { openWorld, until } from '../test/event-world.ts';
import { restoreSetting, unfinishedRestoreHeader } from './unfinished-restore.ts';

const backup = '2026-11-22T13:05:00.000Z';

async function alter(database: string, change: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('stack').superuserUrl });
  await client.connect();
  await client.query(`alter database ${database} ${change}`);
  await client.end();
}

test('F9 a service answers 503 from its start until the restore of its database is finished', async () => {
  await using world = await openWorld();
  const { url, natsUrl, publisher } = world;
  const database = new URL(url).pathname.slice(1);
  await alter(database, `set ${restoreSetting} = '${backup}'`);
  const port = await freePort();
  const settings = { url, natsUrl, publisher, port, wait: 0, deadline: 24_000 };
  await using _child = await startChild('served-child.ts', settings);
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: gatewayProof });
  await until('it listens', () =>
    ask('/livez').then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const thing = await ask('/api/v1/thing', 'PUT');
  expect([thing.status, await thing.json()]).toEqual([
    503,
    expect.objectContaining({ detail: expect.stringMatching(/restore is being finished/) }),
  ]);
  expect((await ask('/openapi.json')).headers.get(unfinishedRestoreHeader)).toBe(backup);
  await until('it is ready', async () => (await ask('/readyz')).status === 200);
  expect(await (await ask('/readyz')).json()).toMatchObject({ checks: { restore: 'degraded' } });

  await alter(database, `reset ${restoreSetting}`);
  await sql`insert into inbox values ('go on', first_id(now()))`.execute(world.db);
  await until('it is open', async () => (await ask('/openapi.json')).headers.get(unfinishedRestoreHeader) === null);
  expect((await ask('/api/v1/thing', 'PUT')).status).toBe(200);
});
