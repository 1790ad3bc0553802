import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { log, openWorld, until } from '../../test/event-world.ts';
import { openDb } from '../database/db.ts';
import { emit } from './outbox.ts';
import { startRelay } from './relay.ts';

test('the relay holds its lock on the direct connection; emitting uses the pooled one', async () => {
  await using world = await openWorld();
  const { publisher: service, events, bus, stream, url } = world;
  const urls = { url: `${url}?application_name=pooled`, directUrl: `${url}?application_name=direct` };
  await using db = openDb({ ...urls, max: 1 });
  const name = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db);
  expect(name.rows).toEqual([{ name: 'pooled' }]);
  await using _relay = await startRelay(db, bus, { service, log });
  const holders = async () => {
    const { rows } = await sql<{ application_name: string }>`
      select application_name from pg_stat_activity where datname = current_database()
        and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`.execute(db);
    return rows.map((row) => row.application_name);
  };
  await until('it holds the lock', async () => (await holders()).length > 0);
  expect(await holders()).toEqual(['direct']);
  await db.transact((trx) => emit(trx, events.noted, { value: 1 }));
  await until('the event is sent', async () => (await bus.jsm.streams.info(stream)).state.messages === 1);
});
